import { randomUUID } from 'node:crypto';
import type { ClientMutant } from '../client-mutant.ts';
import { type Client, rightParts } from '../peer/client-parts.ts';
import { nextOn } from '../peer/next-on.ts';

/** Faulty clients that the check of CLI-11 must catch. */
export const mutants: readonly ClientMutant[] = [
  {
    id: 'CLI-11-a-login-for-each-refusal',
    mustBreak: ['CLI-11'],
    parts: {
      token: async (client, refused) => await (refused === undefined ? rightParts.token(client, refused) : client.parts.login(client)),
    },
  },
  { id: 'CLI-11-shared-only-while-it-lasts', mustBreak: ['CLI-11'], parts: { token: sharedWhileItLasts } },
  {
    id: 'CLI-11-conflict-after-a-moment',
    mustBreak: ['CLI-11'],
    parts: nextOn(409, (right) => (right === 'stop' ? right : { waitMs: 120 })),
  },
  { id: 'CLI-11-too-many-after-a-moment', mustBreak: ['CLI-11'], parts: nextOn(429, () => ({ waitMs: 120 })) },
  {
    id: 'CLI-11-seconds-for-milliseconds',
    mustBreak: ['CLI-11'],
    parts: nextOn(429, (_right, _progress, { headers }) => ({ waitMs: Math.max(60, Number(headers.get('retry-after'))) })),
  },
  {
    id: 'CLI-11-never-longer-than-half-a-second',
    mustBreak: ['CLI-11'],
    parts: nextOn(429, (_right, _progress, { headers }) => ({ waitMs: Math.min(500, 1000 * Number(headers.get('retry-after'))) })),
  },
  {
    id: 'CLI-11-a-last-time-before-the-deadline',
    mustBreak: ['CLI-11'],
    parts: nextOn(429, (right, { deadline, attempts }) =>
      right === 'stop' && attempts === 1 ? { waitMs: Math.max(60, deadline - Date.now() - 300) } : right,
    ),
  },
  { id: 'CLI-11-key-for-everything', mustBreak: ['CLI-11'], parts: { newKey: () => randomUUID() } },
  {
    id: 'CLI-11-key-for-delete',
    mustBreak: ['CLI-11'],
    parts: { newKey: (_environment, { method }) => (method === 'GET' ? undefined : randomUUID()) },
  },
];

/** Logins in progress. */
const pending = new WeakMap<Client, Promise<string>>();

/** Simultaneous requests with a refused token share one login. A later one logs in again. */
async function sharedWhileItLasts(client: Client, refused: string | undefined): Promise<string> {
  if (refused === undefined) return await rightParts.token(client, refused);
  const login = pending.get(client) ?? client.parts.login(client).finally(() => pending.delete(client));
  pending.set(client, login);
  return await login;
}
