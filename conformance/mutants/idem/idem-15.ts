import { isSoonAbandoned } from '../faults/abandoned.ts';
import { undelivered } from '../faults/attempts.ts';
import { isKey, KEY_HEADER } from '../faults/keys.ts';
import type { Faults, Mutants, NewFault, Request } from '../mutant.ts';
import { type Answer, bodyOf, type Forward, headerOf, refusal } from '../peer/message.ts';

/**
 * A fault in how a request is handled whose caller closes the connection before the answer.
 * @param counts which of these requests are affected
 */
function onAbandoned(
  handle: (again: boolean, request: Request, forward: Forward) => Promise<Answer>,
  counts: (request: Request) => boolean = () => true,
): NewFault {
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
function untold(): Faults {
  const left = new Set<string>();
  return {
    fault: () => async (request, forward) => {
      const id = /Documento\/(\d+)\/emit$/.exec(request.path)?.[1];
      if (id === undefined) return await forward(request);
      if (await isSoonAbandoned(request)) left.add(id);
      return await forward(request);
    },
    deliveryFault: undelivered((delivery) => {
      const { Type, Object: document } = bodyOf(delivery);
      return Type === 'Documento.Emit' && left.has(String(bodyOf({ body: JSON.stringify(document) }).id));
    }),
  };
}

export const mutants: Mutants = {
  'lock-of-who-left-stays': onAbandoned(async (again, request, forward) => (again ? refusal(409) : await forward(request))),
  'an-issue-whose-caller-left-stays-locked': onAbandoned(async (again, request, forward) =>
    again && request.operation === 'emitDocumento' ? refusal(409) : await forward(request),
  ),
  'a-reset-leaves-a-new-contact-locked': onAbandoned(
    async (again, request, forward) => (again && request.operation === 'createAnagrafica' ? refusal(409) : await forward(request)),
    (request) => request.isReset?.() ?? false,
  ),
  'an-issue-whose-caller-left-is-told-to-nobody': {
    // Other rules that cut the connection of an issue miss its event too.
    mayBreak: ['EVT-09', 'EVT-15'],
    ...untold(),
  },
};
