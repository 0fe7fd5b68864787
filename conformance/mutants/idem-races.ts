import { setTimeout as sleep } from 'node:timers/promises';
import { labelled, ownStore, storedOr } from './faults/answer-store.ts';
import { isKey, keyHeader, replay } from './faults/keys.ts';
import { losingTheFirst } from './faults/lost-answers.ts';
import type { Fault, Mutant, Request } from './mutant.ts';
import { type Answered, headerOf, isSuccess, refusal, withHeader, without } from './peer/message.ts';
import { forEachUser } from './peer/users.ts';

type Forward = Parameters<Fault>[1];

const waitMs = 10;
const mostWaits = 10;

/** A fault in what becomes of a request whose caller has closed the connection before the answer. */
function onAbandoned(handle: (again: boolean, request: Request, forward: Forward) => Promise<Answered>): Mutant['fault'] {
  return () => {
    const abandoned = new Set<string>();
    return async (request, forward) => {
      const key = headerOf(request, keyHeader);
      if (!isKey(key)) return await forward(request);
      const answer = await handle(abandoned.has(key), request, forward);
      // It answers slowly, so that whoever cuts the connection is gone by then, however busy the machine is.
      for (let wait = 0; wait < mostWaits && !request.isAbandoned?.(); wait += 1) await sleep(waitMs);
      if (request.isAbandoned?.()) abandoned.add(key);
      return answer;
    };
  };
}

/** A fault for the retry of a request that was answered 409 because the first with its key was still under way. */
function afterConflict(handle: Fault | (() => Answered)): Mutant['fault'] {
  return forEachUser(() => {
    const busy = new Set<string>();
    const refusedAt = new Map<string, number>();
    return async (request, forward) => {
      const key = headerOf(request, keyHeader);
      if (key === undefined) return await forward(request);
      if (busy.has(key)) {
        refusedAt.set(key, Date.now());
        return withHeader(refusal(409), 'Retry-After', '1');
      }
      const since = refusedAt.get(key);
      // What was sent together with the first is no retry.
      if (since !== undefined && Date.now() - since > 900) return await handle(request, forward);
      busy.add(key);
      return await forward(request).finally(() => busy.delete(key));
    };
  });
}

/** A fault for requests that come while the first with their key is still under way. */
function inFlight(
  handle: (request: Request, forward: Forward, first: Promise<Answered>) => Answered | Promise<Answered>,
  operation = 'createAnagrafica',
): Mutant['fault'] {
  return forEachUser(() => {
    const busy = new Map<string, Promise<Answered>>();
    return async (request, forward) => {
      const key = headerOf(request, keyHeader);
      if (key === undefined || request.operation !== operation) return await forward(request);
      const first = busy.get(key);
      if (first !== undefined) return await handle(request, forward, first);
      const answer = forward(request);
      busy.set(key, answer);
      await answer.finally(() => busy.delete(key));
      return await answer;
    };
  });
}

/** Services that go wrong where requests with one key meet, or lose their callers. */
export const idemRaceMutants: readonly Mutant[] = [
  {
    id: 'IDEM-05-looks-before-it-stores',
    mustBreak: ['IDEM-05'],
    mayBreak: ['IDEM-15'],
    fault: ownStore((store, key) => async (request, forward) => {
      const known = store.get(key);
      if (known !== undefined) return known.body === request.body ? refusal(409) : storedOr(known, request);
      const answer = await forward(request);
      if (isSuccess(answer)) store.set(key, labelled(answer, request));
      return answer;
    }),
  },
  {
    id: 'IDEM-05-too-many-requests-in-flight',
    mustBreak: ['IDEM-05'],
    mayBreak: ['IDEM-15'],
    fault: inFlight(() => refusal(503)),
  },
  {
    id: 'IDEM-05-a-put-in-flight-is-stale',
    mustBreak: ['IDEM-05'],
    mayBreak: ['IDEM-15'],
    fault: inFlight(() => refusal(422), 'updateWebhook'),
  },
  {
    id: 'IDEM-05-answers-alike-effects-double',
    mustBreak: ['IDEM-05'],
    mayBreak: ['IDEM-15'],
    fault: inFlight(async (request, forward, first) => {
      await forward(without(request, keyHeader));
      return replay(await first);
    }),
  },
  {
    id: 'IDEM-05-lost-answer-executes-again',
    mustBreak: ['IDEM-05'],
    mayBreak: ['IDEM-15'],
    fault: losingTheFirst(
      ['createAnagrafica'],
      (request) => headerOf(request, keyHeader),
      async (request, forward) => forward(without(request, keyHeader)),
    ),
  },
  { id: 'IDEM-06-conflict-for-ever', mustBreak: ['IDEM-06'], mayBreak: ['IDEM-15'], fault: afterConflict(() => refusal(409)) },
  {
    id: 'IDEM-06-executes-after-a-conflict',
    mustBreak: ['IDEM-06'],
    mayBreak: ['IDEM-05', 'IDEM-15'],
    fault: afterConflict((request, forward) => forward(without(request, keyHeader))),
  },
  {
    id: 'IDEM-15-lock-of-who-left-stays',
    mustBreak: ['IDEM-15'],
    fault: onAbandoned(async (again, request, forward) => (again ? refusal(409) : await forward(request))),
  },
  {
    id: 'IDEM-15-who-left-is-forgotten',
    mustBreak: ['IDEM-15'],
    fault: onAbandoned(async (again, request, forward) => await forward(again ? without(request, keyHeader) : request)),
  },
];
