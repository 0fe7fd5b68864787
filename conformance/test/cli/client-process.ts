/** A client as a process: `node client-process.ts PARTS`. */
import { type ClientParts, rightParts } from '../../mutants/peer/client-parts.ts';
import { clientOf } from '../../mutants/peer/faulty-client.ts';
import type { ClientEnvironment } from '../../src/index.ts';

const kinds: Readonly<Record<string, Partial<ClientParts>>> = {
  right: {},
  'no-api-key': { loginHeaders: () => ({ 'content-type': 'application/json' }) },
  'no-creations': {
    send: async (client, wanted) => {
      if (wanted.method === 'POST') throw new Error('no creations');
      return await rightParts.send(client, wanted);
    },
  },
  'no-creations-and-no-word': {},
};

const [kind = ''] = process.argv.slice(2);
const isSilent = kind === 'no-creations-and-no-word' && process.env.CONFORMANCE_SCENARIO?.startsWith('create-');
try {
  if (isSilent) process.exit(0);
  await clientOf(kinds[kind])(process.env as ClientEnvironment, new AbortController().signal);
  process.exit(0);
} catch (error) {
  console.error(String(error));
  process.exit(1);
}
