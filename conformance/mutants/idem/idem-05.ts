import { KEY_HEADER, replay } from '../faults/keys.ts';
import { losingTheFirst } from '../faults/lost-answers.ts';
import type { Mutants, NewFault, Request } from '../mutant.ts';
import { type Answer, type Forward, headerOf, refusal, without } from '../peer/message.ts';
import { forEachUser } from '../peer/users.ts';

/** A fault for requests that arrive while the first one with their key is in progress. */
function inFlight(
  handle: (request: Request, forward: Forward, first: Promise<Answer>) => Answer | Promise<Answer>,
  operation = 'createAnagrafica',
): NewFault {
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

export const mutants: Mutants = {
  'looks-before-it-stores': {
    mayBreak: ['IDEM-06', 'IDEM-15'],
    fault: inFlight(async (request, forward) => await forward(without(request, KEY_HEADER))),
  },
  'too-many-requests-in-flight': { mayBreak: ['IDEM-15'], fault: inFlight(() => refusal(503)) },
  'a-put-in-flight-is-stale': { mayBreak: ['IDEM-15'], fault: inFlight(() => refusal(422), 'updateWebhook') },
  'answers-alike-effects-double': {
    mayBreak: ['IDEM-15'],
    fault: inFlight(async (request, forward, first) => {
      await forward(without(request, KEY_HEADER));
      return replay(await first);
    }),
  },
  'lost-answer-executes-again': {
    mayBreak: ['IDEM-15'],
    fault: losingTheFirst(
      ['createAnagrafica'],
      (request) => headerOf(request, KEY_HEADER),
      async (request, forward) => forward(without(request, KEY_HEADER)),
    ),
  },
};
