import { setTimeout as sleep } from 'node:timers/promises';
import type { Access } from '../system/access.ts';
import type { ServiceNode } from '../system/service-node.ts';

/** An answer of the service. */
export interface Answered {
  readonly status: number;
  readonly text: string;
  readonly replayed: boolean;
  readonly next: string | undefined;
  /** The node that answered. */
  readonly by: ServiceNode;
}

export interface CallOptions {
  readonly company?: number;
  readonly body?: object;
  readonly key?: string;
  /** The node that is asked; any of them by default. */
  readonly node?: ServiceNode;
}

/** A client of the demo's user that knows all nodes, and counts what they answer. */
export interface Client {
  /** Undefined when no answer came: whether the request was executed is not known then. */
  call(method: string, path: string, options?: CallOptions): Promise<Answered | undefined>;
  /** The same, again until an answer comes that is not 503. @throws when none comes in a minute */
  callUntilAnswered(method: string, path: string, options?: CallOptions): Promise<Answered>;
  readonly counts: Readonly<Record<'serverErrors' | 'unavailable' | 'hanging', number>>;
  headersOf(company: number): Readonly<Record<string, string>>;
}

/** How long an answer may take before the request counts as hanging: longer than any time limit of the service. */
const HANGING_MS = 30_000;
const PATIENCE_MS = 60_000;

/** Logs in at any of the nodes. */
export async function logIn(nodes: readonly ServiceNode[], { credentials, companies }: Access): Promise<Client> {
  const counts = { serverErrors: 0, unavailable: 0, hanging: 0 };
  let token = '';
  const headersOf = (company: number): Record<string, string> => ({
    'X-Service-ApiKey': credentials.apiKey,
    'X-Service-ApplicationId': 'chaos',
    'X-Service-LicenseKey': companies.find(({ id }) => id === company)?.licenseKey ?? '',
    'Content-Type': 'application/json',
    ...(token !== '' && { Authorization: `Bearer ${token}` }),
  });
  const send = async (
    { url }: ServiceNode,
    method: string,
    path: string,
    { company = 1, body, key }: CallOptions,
  ): Promise<Response | undefined> => {
    const headers = { ...headersOf(company), ...(key !== undefined && { 'Idempotency-Key': key }) };
    const signal = AbortSignal.timeout(HANGING_MS);
    return fetch(url + path, { method, headers, body: body === undefined ? null : JSON.stringify(body), signal }).catch((error) => {
      if (error.name === 'TimeoutError') counts.hanging += 1;
      return undefined;
    });
  };
  const client: Client = {
    async call(method, path, options = {}) {
      const by = options.node ?? anyOf(nodes);
      const answer = await send(by, method, path, options);
      const text = await answer?.text().catch(() => undefined);
      if (answer === undefined || text === undefined) return undefined;
      if (answer.status === 503) counts.unavailable += 1;
      else if (answer.status >= 500) counts.serverErrors += 1;
      const next = /<([^>]*)>; rel="next"/.exec(answer.headers.get('Link') ?? '')?.[1];
      return { status: answer.status, text, replayed: answer.headers.get('Idempotent-Replayed') === 'true', next, by };
    },
    async callUntilAnswered(method, path, options) {
      for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await sleep(100)) {
        const answer = await client.call(method, path, options);
        if (answer !== undefined && answer.status !== 503) return answer;
      }
      throw new Error(`${method} ${path} was not answered for ${PATIENCE_MS / 1000} s.`);
    },
    counts,
    headersOf,
  };
  const body = { UserName: credentials.userName, Password: credentials.password };
  const login = await send(anyOf(nodes), 'POST', '/api/v3/authenticate', { body });
  token = login?.headers.get('X-Token') ?? '';
  if (token === '') throw new Error(`The login was answered ${login?.status}.`);
  return client;
}

function anyOf(nodes: readonly ServiceNode[]): ServiceNode {
  const node = nodes[Math.floor(Math.random() * nodes.length)];
  if (node === undefined) throw new Error('A client needs a node.');
  return node;
}
