import { KEY_HEADER, replay } from '../faults/keys.ts';
import type { Mutants } from '../mutant.ts';
import { type Answer, headerOf, isSuccess, without } from '../peer/message.ts';

export const mutants: Mutants = {
  'get-of-the-collection-replays': {
    // IDEM-14 also reads lists with a key.
    mayBreak: ['IDEM-14'],
    fault: () => {
      const stored = new Map<string, Answer>();
      return async (request, forward) => {
        const key = headerOf(request, KEY_HEADER);
        if (key === undefined) return await forward(request);
        const used = `${key} ${request.path}`;
        const known = request.method === 'GET' ? stored.get(used) : undefined;
        if (known !== undefined) return replay(known);
        const answer = await forward(request);
        if (request.method === 'POST' && isSuccess(answer)) stored.set(used, answer);
        return answer;
      };
    },
  },
  'refuses-and-deletes': {
    mayBreak: ['IDEM-17'],
    fault: () => async (request, forward) => {
      const answer = await forward(request);
      if (request.method === 'DELETE' && answer.status === 422) await forward(without(request, KEY_HEADER));
      return answer;
    },
  },
};
