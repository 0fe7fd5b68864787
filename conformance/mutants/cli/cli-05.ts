import type { ClientMutants } from '../client-mutant.ts';
import { OperationFailed, rightParts } from '../peer/client-parts.ts';
import { nextOn } from '../peer/next-on.ts';
import { swallowing } from '../peer/swallowing.ts';

export const mutants: ClientMutants = {
  'again-and-again': nextOn(401, () => ({ token: 'new' })),
  'five-times': nextOn(401, (_right, { logins }) => (logins < 6 ? { token: 'new' } : 'stop')),
  'now-and-then-until-the-deadline': nextOn(401, (_right, { deadline }) =>
    Date.now() + 1_000 < deadline ? { token: 'new', waitMs: 1_000 } : 'stop',
  ),
  'writes-for-ever': nextOn(401, (right, { wanted }) => (wanted.method === 'POST' ? { token: 'new' } : right)),
  'refused-login-is-tried-again': {
    login: async (client) => {
      for (let tries = 1; ; tries += 1) {
        try {
          return await rightParts.login(client);
        } catch (error) {
          if (!(error instanceof OperationFailed) || tries === 3) throw error;
        }
      }
    },
  },
  'refused-is-done': swallowing(/: 401$/),
};
