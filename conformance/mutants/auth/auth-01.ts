import type { Mutant } from '../mutant.ts';
import { headerOf, isSuccess, withBody, without } from '../peer/message.ts';

/** Faulty services that the check of AUTH-01 must catch. */
export const mutants: readonly Mutant[] = [
  {
    id: 'AUTH-01-token-in-the-body',
    // Without a token almost no request succeeds, so only rules that need none can be judged.
    mustBreak: ['AUTH-01'],
    judgedAlone: true,
    fault: () => async (request, forward) => {
      const answer = await forward(request);
      return request.operation === 'authenticate' && isSuccess(answer)
        ? withBody(without(answer, 'X-Token'), { token: headerOf(answer, 'X-Token') })
        : answer;
    },
  },
  {
    id: 'AUTH-01-created-instead-of-ok',
    mustBreak: ['AUTH-01'],
    fault: () => async (request, forward) => {
      const answer = await forward(request);
      return request.operation === 'authenticate' && isSuccess(answer) ? { ...answer, status: 201 } : answer;
    },
  },
];
