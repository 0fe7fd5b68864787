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
}

type Script = (request: Seen, seen: readonly Seen[]) => Answer | Promise<Answer>;

export interface ScriptedService extends AsyncDisposable {
  readonly options: ClientOptions;
  /** Every request so far, in the order of arrival. */
  readonly seen: readonly Seen[];
  /** Those to authenticate. */
  logins(): readonly Seen[];
  /** Those to anything else. */
  calls(): readonly Seen[];
}

/** A service on loopback that answers as it is told, under base addresses with a path. */
export async function scriptedService(script: Script): Promise<ScriptedService> {
  const seen: Seen[] = [];
  const server = createServer(async (request, response) => {
    const entry = await read(request);
    seen.push(entry);
    write(response, await script(entry, seen));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  return {
    options: {
      adminUrl: `${url}/admin`,
      customerUrl: `${url}/customer/`,
      apiKey: 'api-key',
      applicationId: 'tests',
      userName: 'maria',
      password: 'secret',
    },
    seen,
    logins: () => seen.filter(({ path }) => path.endsWith('/authenticate')),
    calls: () => seen.filter(({ path }) => !path.endsWith('/authenticate')),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Answers each login with a new token (`token-1`, `token-2`, ...), and everything else as the script says. */
export function withLogins(script: Script): Script {
  return (request, seen) => {
    if (!request.path.endsWith('/authenticate')) return script(request, seen);
    const count = seen.filter(({ path }) => path.endsWith('/authenticate')).length;
    return { status: 200, headers: { 'X-Token': `token-${count}` } };
  };
}

async function read(request: IncomingMessage): Promise<Seen> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return { method: request.method ?? '', path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks).toString() };
}

function write(response: ServerResponse, { status, headers = {}, body }: Answer): void {
  response.writeHead(status, { ...(body === undefined ? {} : { 'Content-Type': 'application/json' }), ...headers });
  response.end(body === undefined ? undefined : JSON.stringify(body));
}
