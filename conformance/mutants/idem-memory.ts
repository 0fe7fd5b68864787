import type { Fault, Mutant, Request } from './mutant.ts';
import { type Answered, bodyOf, headerOf, isSuccess, withBody, without } from './peer/message.ts';

type Forward = Parameters<Fault>[1];

/** What happened to an object since a request with a key created or changed it. */
interface Trace {
  readonly key: string;
  readonly id: string;
  body: Record<string, unknown>;
  gone: boolean;
}

const keyHeader = 'Idempotency-Key';

/** A fault in how a retry is answered, by what became of the object since. */
function onRetry(handle: (trace: Trace, request: Request, forward: Forward) => Promise<Answered>): Mutant['fault'] {
  return () => {
    const traces: Trace[] = [];
    return async (request, forward) => {
      const key = headerOf(request, keyHeader);
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

/** Services that lose or change a stored answer by what happens between a request and its retry. */
export const idemMemoryMutants: readonly Mutant[] = [
  {
    id: 'IDEM-03-deleting-forgets-the-key',
    mustBreak: ['IDEM-03'],
    fault: onRetry(async ({ gone }, request, forward) => forward(gone ? without(request, keyHeader) : request)),
  },
  {
    id: 'IDEM-03-replay-shows-what-a-put-changed',
    mustBreak: ['IDEM-03'],
    fault: onRetry(async ({ body }, request, forward) => {
      const answer = await forward(request);
      const replayed = headerOf(answer, 'Idempotent-Replayed') === 'true';
      return replayed && request.operation === 'createWebhook'
        ? withBody(answer, { ...bodyOf(answer), description: body.description })
        : answer;
    }),
  },
  {
    id: 'IDEM-10-one-key-for-each-object',
    mustBreak: ['IDEM-10'],
    fault: () => {
      const keys = new Map<string, string[]>();
      return async (request, forward) => {
        const key = headerOf(request, keyHeader);
        if (key === undefined || request.operation !== 'updateWebhook') return await forward(request);
        const used = keys.get(request.path) ?? [];
        const forgotten = used.includes(key) && used.at(-1) !== key;
        if (!used.includes(key)) keys.set(request.path, [...used, key]);
        return await forward(forgotten ? without(request, keyHeader) : request);
      };
    },
  },
];
