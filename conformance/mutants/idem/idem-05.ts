import { KEY_HEADER, replay } from '../faults/keys.ts';
import { losingTheFirst } from '../faults/lost-answers.ts';
import type { Mutant, Request } from '../mutant.ts';
import { type Answer, type Forward, headerOf, refusal, without } from '../peer/message.ts';
import { forEachUser } from '../peer/users.ts';

/** A fault for requests that arrive while the first one with their key is in progress. */
function inFlight(
  handle: (request: Request, forward: Forward, first: Promise<Answer>) => Answer | Promise<Answer>,
  operation = 'createAnagrafica',
): Mutant['fault'] {
  return forEachUser(() => {
    const busy = new Map<string, Promise<Answer>>();
    return async (request, forward) => {
      const key = headerOf(request, KEY_HEADER);
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

/** Faulty services that the check of IDEM-05 must catch. */
export const mutants: readonly Mutant[] = [
  {
    id: 'IDEM-05-looks-before-it-stores',
    mustBreak: ['IDEM-05'],
    mayBreak: ['IDEM-06', 'IDEM-15'],
    fault: inFlight(async (request, forward) => await forward(without(request, KEY_HEADER))),
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
      await forward(without(request, KEY_HEADER));
      return replay(await first);
    }),
  },
  {
    id: 'IDEM-05-lost-answer-executes-again',
    mustBreak: ['IDEM-05'],
    mayBreak: ['IDEM-15'],
    fault: losingTheFirst(
      ['createAnagrafica'],
      (request) => headerOf(request, KEY_HEADER),
      async (request, forward) => forward(without(request, KEY_HEADER)),
    ),
  },
];
