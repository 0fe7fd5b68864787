import type { ClientMutant } from '../client-mutant.ts';
import { OperationFailed, rightParts } from '../peer/client-parts.ts';
import { nextOn } from '../peer/next-on.ts';

/** Faulty clients that the check of CLI-04 must catch. */
export const mutants: readonly ClientMutant[] = [
  { id: 'CLI-04-refused-is-refused', mustBreak: ['CLI-04'], parts: nextOn(401, () => 'stop') },
  {
    id: 'CLI-04-only-get-is-repeated',
    mustBreak: ['CLI-04'],
    parts: nextOn(401, (right, { wanted }) => (wanted.method === 'GET' ? right : 'stop')),
  },
  {
    id: 'CLI-04-repeated-with-a-new-key',
    mustBreak: ['CLI-04'],
    parts: nextOn(401, (right) => (right === 'stop' ? right : { ...right, key: 'new' })),
  },
  {
    id: 'CLI-04-repeated-without-key',
    mustBreak: ['CLI-04'],
    parts: nextOn(401, (right) => (right === 'stop' ? right : { ...right, key: 'none' })),
  },
  {
    id: 'CLI-04-new-token-for-the-next-time',
    mustBreak: ['CLI-04'],
    parts: {
      token: async (client, refused) => {
        const token = await rightParts.token(client, refused);
        if (refused !== undefined) throw new OperationFailed('the session was renewed: please try again');
        return token;
      },
    },
  },
  {
    id: 'CLI-04-old-token-in-the-repetition',
    mustBreak: ['CLI-04'],
    parts: { token: async (client, refused) => refused ?? (await rightParts.token(client, refused)) },
  },
  {
    id: 'CLI-04-body-is-used-up',
    mustBreak: ['CLI-04', 'CLI-06', 'CLI-07'],
    parts: { bodyOf: ({ body }, attempt) => (attempt === 1 ? body : undefined) },
  },
  {
    id: 'CLI-04-one-of-those-that-came-together',
    mustBreak: ['CLI-04'],
    parts: {
      token: async (client, refused) => {
        const { session } = client;
        if (refused !== undefined && session !== undefined && (await session) !== refused) throw new OperationFailed('session changed');
        return await rightParts.token(client, refused);
      },
    },
  },
];
