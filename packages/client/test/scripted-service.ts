import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ClientOptions } from '../src/index.ts';

/** A request as the scripted service saw it. */
export interface Seen {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** In place of a body: what stands there, as it is. */
  readonly text?: string;
  /** The connection ends in the middle of the body. */
  readonly cut?: boolean;
}

/** `lost` ends the connection without an answer; `hang` never answers. */
export type Reaction = Answer | 'lost' | 'hang';

export type Script = (request: Seen, seen: readonly Seen[]) => Reaction | Promise<Reaction>;

export interface ScriptedService extends AsyncDisposable {
  readonly options: ClientOptions & { readonly apiKey: string; readonly password: string };
  /** Every request so far, in the order of arrival. */
  readonly seen: readonly Seen[];
  /** Those to authenticate. */
  logins(): readonly Seen[];
  /** Those to anything else. */
  calls(): readonly Seen[];
}

/** A service on loopback that answers or fails as its script says, under base addresses with a path. */
export async function scriptedService(script: Script): Promise<ScriptedService> {
  const seen: Seen[] = [];
  const server = createServer(async (request, response) => {
    const entry = await read(request);
    seen.push(entry);
    react(response, await script(entry, seen));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  return {
    options: {
      adminUrl: `${url}/admin`,
      customerUrl: `${url}/customer/`,
      apiKey: 'the-api-key',
      applicationId: 'tests',
      userName: 'maria',
      password: 'the-password',
    },
    seen,
    logins: () => seen.filter(isLogin),
    calls: () => seen.filter((request) => !isLogin(request)),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export function isLogin({ path }: Seen): boolean {
  return path.endsWith('/authenticate');
}

/** Answers each login with a new token (`token-1`, `token-2`, ...), and everything else as the script says. */
export function withLogins(script: Script): Script {
  return (request, seen) => {
    if (!isLogin(request)) return script(request, seen);
    return { status: 200, headers: { 'X-Token': `token-${seen.filter(isLogin).length}` } };
  };
}

/** What every call succeeds with: an empty list, or an object. */
export const ok = ({ method, path }: Seen): Answer => ({
  status: 200,
  body: method === 'GET' && !/\/\d+$/.test(path) ? [] : { id: 1, concurrencyToken: 0 },
});

/** An answer with a problem document. */
export function problem(status: number, code: string, others: object = {}, headers: Readonly<Record<string, string>> = {}): Answer {
  return { status, headers: { 'Content-Type': 'application/problem+json', ...headers }, body: { status, code, ...others } };
}

async function read(request: IncomingMessage): Promise<Seen> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return { method: request.method ?? '', path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks).toString() };
}

function react(response: ServerResponse, reaction: Reaction): void {
  if (reaction === 'hang') return;
  if (reaction === 'lost') {
    response.socket?.destroy();
    return;
  }
  const { status, headers = {}, body, text = body === undefined ? '' : JSON.stringify(body), cut = false } = reaction;
  const length = Buffer.byteLength(text) + (cut ? 100 : 0);
  const place = status === 201 ? { Location: '/api/v3/1/Anagrafica/1' } : {};
  const described = {
    ...place,
    ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    ...(cut ? { 'Content-Length': length } : {}),
  };
  response.writeHead(status, { ...described, ...headers });
  if (!cut) response.end(text);
  else response.write(text || ' ', () => response.socket?.destroy());
}
