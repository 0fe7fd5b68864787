import { answersOf } from '../faults/exchanges.ts';
import type { Mutants } from '../mutant.ts';
import { headerOf, withBody, without } from '../peer/message.ts';

export const mutants: Mutants = {
  // Without a token almost no request succeeds, so only rules that need none can be judged.
  'token-in-the-body': {
    judgedAlone: true,
    fault: answersOf('authenticate', (answer) => withBody(without(answer, 'X-Token'), { token: headerOf(answer, 'X-Token') })),
  },
  'created-instead-of-ok': answersOf('authenticate', (answer) => ({ ...answer, status: 201 })),
};
