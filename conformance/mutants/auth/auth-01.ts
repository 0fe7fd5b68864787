import type { Mutants } from '../mutant.ts';
import { headerOf, isSuccess, withBody, without } from '../peer/message.ts';

export const mutants: Mutants = {
  // Without a token almost no request succeeds, so only rules that need none can be judged.
  'token-in-the-body': {
    judgedAlone: true,
    fault: () => async (request, forward) => {
      const answer = await forward(request);
      return request.operation === 'authenticate' && isSuccess(answer)
        ? withBody(without(answer, 'X-Token'), { token: headerOf(answer, 'X-Token') })
        : answer;
    },
  },
  'created-instead-of-ok': () => async (request, forward) => {
    const answer = await forward(request);
    return request.operation === 'authenticate' && isSuccess(answer) ? { ...answer, status: 201 } : answer;
  },
};
