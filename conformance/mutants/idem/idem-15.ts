import { isSoonAbandoned } from '../faults/abandoned.ts';
import { isKey, KEY_HEADER } from '../faults/keys.ts';
import type { Mutant, Request } from '../mutant.ts';
import { type Answer, bodyOf, type Forward, headerOf, refusal } from '../peer/message.ts';

/**
 * A fault in how a request is handled whose caller closes the connection before the answer.
 * @param counts which of these requests are affected
 */
function onAbandoned(
  handle: (again: boolean, request: Request, forward: Forward) => Promise<Answer>,
  counts: (request: Request) => boolean = () => true,
): Mutant['fault'] {
  return () => {
    const abandoned = new Set<string>();
    return async (request, forward) => {
      const key = headerOf(request, KEY_HEADER);
      if (!isKey(key)) return await forward(request);
      const answer = await handle(abandoned.has(key), request, forward);
      // It answers slowly, so that a caller who cuts the connection is gone by then, even on a busy machine.
      if ((await isSoonAbandoned(request)) && counts(request)) abandoned.add(key);
      return answer;
    };
  };
}

/** Delivers no event of an issue whose caller has left. */
function untold(): Pick<Mutant, 'fault' | 'deliveryFault'> {
  const left = new Set<string>();
  return {
    fault: () => async (request, forward) => {
      const id = /Documento\/(\d+)\/emit$/.exec(request.path)?.[1];
      if (id === undefined) return await forward(request);
      if (await isSoonAbandoned(request)) left.add(id);
      return await forward(request);
    },
    deliveryFault: () => async (delivery, deliver) => {
      const { Type, Object: document } = bodyOf(delivery);
      const isUntold = Type === 'Documento.Emit' && left.has(String(bodyOf({ body: JSON.stringify(document) }).id));
      return isUntold ? 204 : await deliver(delivery);
    },
  };
}

/** Faulty services that the check of IDEM-15 must catch. */
export const mutants: readonly Mutant[] = [
  {
    id: 'IDEM-15-lock-of-who-left-stays',
    mustBreak: ['IDEM-15'],
    fault: onAbandoned(async (again, request, forward) => (again ? refusal(409) : await forward(request))),
  },
  {
    id: 'IDEM-15-an-issue-whose-caller-left-stays-locked',
    mustBreak: ['IDEM-15'],
    fault: onAbandoned(async (again, request, forward) =>
      again && request.operation === 'emitDocumento' ? refusal(409) : await forward(request),
    ),
  },
  {
    id: 'IDEM-15-a-reset-leaves-a-new-contact-locked',
    mustBreak: ['IDEM-15'],
    fault: onAbandoned(
      async (again, request, forward) => (again && request.operation === 'createAnagrafica' ? refusal(409) : await forward(request)),
      (request) => request.isReset?.() ?? false,
    ),
  },
  {
    id: 'IDEM-15-an-issue-whose-caller-left-is-told-to-nobody',
    mustBreak: ['IDEM-15'],
    // Other rules that cut the connection of an issue miss its event too.
    mayBreak: ['EVT-09', 'EVT-15'],
    ...untold(),
  },
];
