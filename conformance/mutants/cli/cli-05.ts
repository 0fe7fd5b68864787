import type { ClientMutant } from '../client-mutant.ts';
import { OperationFailed, rightParts } from '../peer/client-parts.ts';
import { nextOn } from '../peer/next-on.ts';
import { swallowing } from '../peer/swallowing.ts';

/** Faulty clients that the check of CLI-05 must catch. */
export const mutants: readonly ClientMutant[] = [
  { id: 'CLI-05-again-and-again', mustBreak: ['CLI-05'], parts: nextOn(401, () => ({ token: 'new' })) },
  {
    id: 'CLI-05-five-times',
    mustBreak: ['CLI-05'],
    parts: nextOn(401, (_right, { logins }) => (logins < 6 ? { token: 'new' } : 'stop')),
  },
  {
    id: 'CLI-05-now-and-then-until-the-deadline',
    mustBreak: ['CLI-05'],
    parts: nextOn(401, (_right, { deadline }) => (Date.now() + 1_000 < deadline ? { token: 'new', waitMs: 1_000 } : 'stop')),
  },
  {
    id: 'CLI-05-writes-for-ever',
    mustBreak: ['CLI-05'],
    parts: nextOn(401, (right, { wanted }) => (wanted.method === 'POST' ? { token: 'new' } : right)),
  },
  {
    id: 'CLI-05-refused-login-is-tried-again',
    mustBreak: ['CLI-05'],
    parts: {
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
  },
  { id: 'CLI-05-refused-is-done', mustBreak: ['CLI-05'], parts: swallowing(/: 401$/) },
];
