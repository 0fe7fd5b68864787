import type { ClientMutants } from '../client-mutant.ts';
import { OperationFailed, rightParts } from '../peer/client-parts.ts';
import { nextOn } from '../peer/next-on.ts';

export const mutants: ClientMutants = {
  'refused-is-refused': nextOn(401, () => 'stop'),
  'only-get-is-repeated': nextOn(401, (right, { wanted }) => (wanted.method === 'GET' ? right : 'stop')),
  'repeated-with-a-new-key': nextOn(401, (right) => (right === 'stop' ? right : { ...right, key: 'new' })),
  'repeated-without-key': nextOn(401, (right) => (right === 'stop' ? right : { ...right, key: 'none' })),
  'new-token-for-the-next-time': {
    token: async (client, refused) => {
      const token = await rightParts.token(client, refused);
      if (refused !== undefined) throw new OperationFailed('the session was renewed: please try again');
      return token;
    },
  },
  'old-token-in-the-repetition': { token: async (client, refused) => refused ?? (await rightParts.token(client, refused)) },
  'body-is-used-up': {
    mustAlsoBreak: ['CLI-06', 'CLI-07'],
    bodyOf: ({ body }, attempt) => (attempt === 1 ? body : undefined),
  },
  'one-of-those-that-came-together': {
    token: async (client, refused) => {
      const { session } = client;
      if (refused !== undefined && session !== undefined && (await session) !== refused) throw new OperationFailed('session changed');
      return await rightParts.token(client, refused);
    },
  },
};
