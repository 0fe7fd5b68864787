import { randomUUID } from 'node:crypto';
import type { ClientMutants } from '../client-mutant.ts';
import { type Client, rightParts } from '../peer/client-parts.ts';
import { nextOn } from '../peer/next-on.ts';

export const mutants: ClientMutants = {
  'a-login-for-each-refusal': {
    token: async (client, refused) => await (refused === undefined ? rightParts.token(client, refused) : client.parts.login(client)),
  },
  'shared-only-while-it-lasts': { token: sharedWhileItLasts },
  'conflict-after-a-moment': nextOn(409, (right) => (right === 'stop' ? right : { waitMs: 120 })),
  'too-many-after-a-moment': nextOn(429, () => ({ waitMs: 120 })),
  'seconds-for-milliseconds': nextOn(429, (_right, _progress, { headers }) => ({
    waitMs: Math.max(60, Number(headers.get('retry-after'))),
  })),
  'never-longer-than-half-a-second': nextOn(429, (_right, _progress, { headers }) => ({
    waitMs: Math.min(500, 1000 * Number(headers.get('retry-after'))),
  })),
  'a-last-time-before-the-deadline': nextOn(429, (right, { deadline, attempts }) =>
    right === 'stop' && attempts === 1 ? { waitMs: Math.max(60, deadline - Date.now() - 300) } : right,
  ),
  'key-for-everything': { newKey: () => randomUUID() },
  'key-for-delete': { newKey: (_environment, { method }) => (method === 'GET' ? undefined : randomUUID()) },
};

/** Logins in progress. */
const pending = new WeakMap<Client, Promise<string>>();

/** Simultaneous requests with a refused token share one login. A later one logs in again. */
async function sharedWhileItLasts(client: Client, refused: string | undefined): Promise<string> {
  if (refused === undefined) return await rightParts.token(client, refused);
  const login = pending.get(client) ?? client.parts.login(client).finally(() => pending.delete(client));
  pending.set(client, login);
  return await login;
}
