import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, type ClientParts, identity, rightParts, type Wanted } from '../mutants/peer/client-parts.ts';
import { nextOn } from '../mutants/peer/next-on.ts';
import type { RuleId } from '../src/generated/rules.ts';

/**
 * A client that makes a choice which the source leaves open. No rule may fail under `--profile stated`. Under `--profile reference` only those
 * rules may fail that state our own choice.
 */
export interface ClientVariation {
  readonly id: string;
  readonly parts: Partial<ClientParts>;
  /** Rules of ours that it decides otherwise. */
  readonly against?: readonly RuleId[];
}

/** The token that a client shares with its next execution. */
let kept: Promise<string> | undefined;

/** All legal clients that differ from the plainest one. */
export const clientVariations: readonly ClientVariation[] = [
  { id: 'sends-no-keys', parts: { newKey: () => undefined } },
  { id: 'repeats-nothing-that-was-lost', parts: nextOn(undefined, () => 'stop') },
  { id: 'logs-in-for-each-request', parts: { token: async (client) => await client.parts.login(client) }, against: ['CLI-11'] },
  {
    id: 'logs-in-twice-before-the-first-use',
    parts: {
      token: async (client, refused) => {
        if (client.session === undefined) await client.parts.login(client);
        return await rightParts.token(client, refused);
      },
    },
  },
  {
    id: 'keeps-its-token-between-executions',
    parts: {
      token: async (client, refused) => {
        if (kept !== undefined && client.session === undefined) client.session = kept;
        const token = await rightParts.token(client, refused);
        kept = client.session;
        return token;
      },
    },
    // Parallel executions share the token, and each of them gets its own refusal.
    against: ['CLI-11'],
  },
  {
    id: 'tries-without-a-token-first',
    parts: {
      token: async (client, refused) =>
        refused === undefined && client.session === undefined ? '' : await rightParts.token(client, refused),
      headers: (environment, wanted, token) => {
        const { authorization, ...others } = rightParts.headers(environment, wanted, token);
        return token === '' || authorization === undefined ? others : { ...others, authorization };
      },
    },
  },
  {
    id: 'writes-more-into-its-login',
    parts: {
      loginHeaders: (environment) => ({
        ...identity(environment),
        [`x-${environment.CONFORMANCE_HEADER_WORD}-licensekey`]: environment.CONFORMANCE_LICENSE_KEY,
        'Content-Type': 'application/json; charset=utf-8',
      }),
      loginBody: (environment) =>
        JSON.stringify({ Language: 'it', ...JSON.parse(String(rightParts.loginBody(environment))), RememberMe: true }, null, 2),
    },
  },
  {
    id: 'writes-header-names-in-lower-case-and-bearer-too',
    parts: {
      headers: (environment, wanted, token) => {
        const all = Object.entries(rightParts.headers(environment, wanted, token));
        return Object.fromEntries([
          ...all.map(([name, value]) => [name.toLowerCase(), value] as const),
          ['authorization', `bearer ${token}`] as const,
        ]);
      },
    },
  },
  {
    id: 'makes-keys-of-time-and-chance',
    parts: { newKey: (_environment, wanted) => (isWrite(wanted) ? `${Date.now()}-${randomBytes(8).toString('hex')}` : undefined) },
  },
  {
    id: 'has-keys-for-creations-only',
    parts: { newKey: (_environment, { method }) => (method === 'POST' ? randomBytes(16).toString('hex') : undefined) },
  },
  {
    id: 'reads-one-after-the-other',
    parts: {
      readAll: async (reads) => {
        for (const read of reads) await read();
      },
    },
  },
  { id: 'waits-longer-for-a-conflict', parts: nextOn(409, (right) => (right === 'stop' ? right : { waitMs: (right.waitMs ?? 0) + 400 })) },
  {
    id: 'comes-back-from-a-conflict-as-soon-as-it-may',
    parts: nextOn(409, (right, _progress, { headers }) => (headers.get('retry-after') === '0' ? {} : right)),
  },
  { id: 'ends-on-too-many-requests', parts: nextOn(429, () => 'stop') },
  { id: 'lists-the-companies-first', parts: { send: listingFirst() } },
  { id: 'looks-at-what-it-wrote', parts: { send: lookingAfterwards } },
  { id: 'waits-before-it-logs-in-again', parts: nextOn(401, (right) => (right === 'stop' ? right : { ...right, waitMs: 80 })) },
  {
    id: 'starts-slowly',
    parts: {
      login: async (client) => {
        await sleep(150);
        return await rightParts.login(client);
      },
    },
  },
];

function isWrite({ method }: Wanted): boolean {
  return method === 'POST' || method === 'PUT';
}

/** A client that lists its companies before it does anything else. */
function listingFirst(): ClientParts['send'] {
  const listed = new WeakSet<Client>();
  return async (client, wanted) => {
    if (!listed.has(client)) {
      listed.add(client);
      await rightParts.send(client, {
        method: 'GET',
        path: `/api/${client.environment.CONFORMANCE_VERSION}/config/Azienda`,
        company: wanted.company,
      });
    }
    return await rightParts.send(client, wanted);
  };
}

async function lookingAfterwards(client: Client, wanted: Wanted): ReturnType<ClientParts['send']> {
  const came = await rightParts.send(client, wanted);
  if (wanted.method === 'PUT') await rightParts.send(client, { method: 'GET', path: wanted.path, company: wanted.company });
  return came;
}
