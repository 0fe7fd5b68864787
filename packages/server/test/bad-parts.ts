import Fastify, { type FastifyInstance } from 'fastify';
import { onTestFinished } from 'vitest';
import { type ContractHandlers, type ContractOptions, contractServer, type Ports, serverOptions } from '../src/index.ts';
import { loginToken, type State, testHandlers, testPorts } from './harness.ts';

interface Parts {
  readonly handlers?: object;
  readonly ports?: object;
  readonly options?: ContractOptions;
}

type Response = Awaited<ReturnType<FastifyInstance['inject']>>;

interface Served {
  create(nome?: string): Promise<Response>;
  list(): Promise<Response>;
  login(): Promise<Response>;
  readonly lines: readonly { readonly level: number }[];
}

/** A server of which single handlers and ports are as bad as those of JavaScript can be, and what it logs as errors. */
export async function serve({ handlers, ports, options }: Parts): Promise<Served> {
  const lines: { level: number }[] = [];
  const logger = { level: 'error', stream: { write: (line: string) => void lines.push(JSON.parse(line)) } };
  const good = testPorts();
  const app = Fastify({ ...serverOptions(), logger });
  onTestFinished(() => app.close());
  const bad = { handlers: { ...testHandlers(), ...handlers } as ContractHandlers<State>, ports: { ...good, ...ports } as Ports<State> };
  await app.register(contractServer({ ...bad, ...(options && { options }) }));
  const server = Fastify(serverOptions());
  await server.register(contractServer({ handlers: testHandlers(), ports: good }));
  const headers = {
    // From a server with good ports over the same accounts.
    authorization: `Bearer ${await loginToken(server)}`,
    'x-service-apikey': 'api-key',
    'x-service-licensekey': 'license-1',
    'idempotency-key': 'a-key',
  };
  const create = (nome = 'Rossi') => app.inject({ method: 'POST', url: '/api/v3/1/Anagrafica', headers, payload: { nome } });
  const list = () => app.inject({ url: '/api/v3/1/Anagrafica', headers });
  const login = () =>
    app.inject({ method: 'POST', url: '/api/v3/authenticate', headers, payload: { UserName: 'ada', Password: 'secret' } });
  return { create, list, login, lines };
}

interface Verdict {
  readonly statusCode: number;
  readonly code: unknown;
}

export function problem(statusCode: number, code: string): Verdict {
  return { statusCode, code };
}

export function verdictOf({ statusCode, body }: Response): Verdict {
  return { statusCode, code: JSON.parse(body).code };
}

export const internalError: Verdict = problem(500, 'internal-error');

/** Writes, then answers this. */
export function answering(answer: unknown): object {
  return {
    createAnagrafica: async (_request: unknown, { transaction }: { readonly transaction: State }) => {
      transaction.created.push('written');
      return typeof answer === 'function' ? answer() : answer;
    },
  };
}
