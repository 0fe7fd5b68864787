import { isMismatch, KEY_HEADER, onReplay } from '../faults/keys.ts';
import type { Fault, Mutants, NewFault, Request } from '../mutant.ts';
import { type Answer, bodyOf, headerOf, isSuccess, withBody, without } from '../peer/message.ts';
import { forEachUser } from '../peer/users.ts';

/** A fault in the answer to a retry that depends on what has happened to the object since. */
function onRetry(handle: (trace: Trace, request: Request, forward: Forward) => Promise<Answer>): NewFault {
  return () => {
    const traces: Trace[] = [];
    return async (request, forward) => {
      const key = headerOf(request, KEY_HEADER);
      const known = request.method === 'POST' ? traces.find((trace) => trace.key === key) : undefined;
      if (known !== undefined) return await handle(known, request, forward);
      const answer = await forward(request);
      const about = request.path.split('/').at(-1);
      const touched = isSuccess(answer) ? traces.filter(({ id }) => id === about) : [];
      for (const trace of touched) {
        if (request.method === 'DELETE') trace.gone = true;
        if (request.method === 'PUT') trace.body = bodyOf(answer);
      }
      if (key !== undefined && request.method === 'POST' && isSuccess(answer))
        traces.push({ key, id: String(bodyOf(answer).id), body: bodyOf(answer), gone: false });
      return answer;
    };
  };
}

/** What happened to an object since a request with a key created or changed it. */
interface Trace {
  readonly key: string;
  readonly id: string;
  body: Record<string, unknown>;
  gone: boolean;
}

type Forward = Parameters<Fault>[1];

export const mutants: Mutants = {
  'replay-not-marked': {
    mustAlsoBreak: ['IDEM-10', 'IDEM-11', 'IDEM-13', 'IDEM-15', 'IDEM-16'],
    // An unmarked answer looks as if the request was executed.
    mayBreak: ['EVT-08', 'IDEM-05', 'IDEM-06', 'IDEM-07', 'IDEM-08', 'IDEM-09', 'IDEM-17'],
    fault: onReplay((answer) => without(answer, 'Idempotent-Replayed')),
  },
  'replay-says-ok': {
    mustAlsoBreak: ['IDEM-11', 'IDEM-13', 'IDEM-16'],
    mayBreak: ['IDEM-05', 'IDEM-06', 'IDEM-07', 'IDEM-08', 'IDEM-09', 'IDEM-17'],
    fault: onReplay((answer) => ({ ...answer, status: 200 })),
  },
  'replay-of-a-webhook-without-secret': {
    mustAlsoBreak: ['IDEM-11', 'IDEM-13'],
    mayBreak: ['IDEM-05', 'IDEM-06', 'IDEM-08', 'IDEM-09', 'IDEM-16'],
    fault: onReplay((answer, operation) =>
      operation === 'createWebhook' ? withBody(answer, { ...bodyOf(answer), secret: null }) : answer,
    ),
  },
  'replay-of-a-webhook-for-all-companies-without-secret': onReplay((answer, operation) =>
    operation === 'createWebhook' && bodyOf(answer).aziendaId === null ? withBody(answer, { ...bodyOf(answer), secret: null }) : answer,
  ),
  'second-replay-executes': {
    mustAlsoBreak: ['IDEM-04', 'IDEM-05', 'IDEM-15'],
    mayBreak: ['IDEM-09', 'EVT-11'],
    fault: forEachUser(() => {
      const uses = new Map<string, number>();
      return async (request, forward) => {
        const key = headerOf(request, KEY_HEADER) ?? '';
        const use = `${key} ${request.body}`;
        uses.set(use, (uses.get(use) ?? 0) + 1);
        return await forward(
          key !== '' && uses.get(use) === 3 && request.operation === 'createAnagrafica' ? without(request, KEY_HEADER) : request,
        );
      };
    }),
  },
  'a-mismatch-frees-the-key': {
    mustAlsoBreak: ['IDEM-07', 'IDEM-08'],
    mayBreak: ['IDEM-09', 'IDEM-17'],
    fault: () => {
      const freed = new Set<string>();
      return async (request, forward) => {
        const key = headerOf(request, KEY_HEADER);
        if (key !== undefined && freed.has(key)) return await forward(without(request, KEY_HEADER));
        const answer = await forward(request);
        if (key !== undefined && isMismatch(answer)) freed.add(key);
        return answer;
      };
    },
  },
  'long-answers-are-cut': {
    mayBreak: ['IDEM-16', 'IDEM-05', 'IDEM-06', 'IDEM-07', 'IDEM-08', 'IDEM-09', 'IDEM-15'],
    fault: onReplay((answer) => ({ ...answer, body: answer.body.slice(0, 2_000) })),
  },
  'replay-shows-that-the-document-is-issued': () => {
    const issued = new Set<string>();
    return async (request, forward) => {
      const answer = await forward(request);
      if (request.operation === 'emitDocumento' && isSuccess(answer)) issued.add(request.path.replace(/\/emit$/, ''));
      const isOfIssued = request.operation === 'createDocumento' && issued.has(`${request.path}/${String(bodyOf(answer).id)}`);
      return isOfIssued ? withBody(answer, { ...bodyOf(answer), stato: 'emesso' }) : answer;
    };
  },
  'deleting-forgets-the-key': onRetry(async ({ gone }, request, forward) => forward(gone ? without(request, KEY_HEADER) : request)),
  'replay-shows-what-a-put-changed': {
    mayBreak: ['IDEM-16'],
    fault: onRetry(async ({ body }, request, forward) => {
      const answer = await forward(request);
      const replayed = headerOf(answer, 'Idempotent-Replayed') === 'true';
      return replayed && request.operation === 'createWebhook'
        ? withBody(answer, { ...bodyOf(answer), description: body.description })
        : answer;
    }),
  },
};
