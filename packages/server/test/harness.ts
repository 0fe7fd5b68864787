import Fastify, { type FastifyInstance } from 'fastify';
import {
  type ContractHandlers,
  type ContractOptions,
  contractServer,
  memoryPorts,
  noHandlers,
  type Ports,
  serverOptions,
} from '../src/index.ts';

/** The state of the tests' handlers. */
export interface State {
  readonly created: string[];
}

/** Handlers that write, read and refuse; all others are not implemented. */
export function testHandlers(): ContractHandlers<State> {
  return {
    ...noHandlers<State>(),
    createAnagrafica: async ({ params, body }, { transaction }) => {
      transaction.created.push(body.nome);
      if (body.nome === 'fault') throw new Error('a fault of the handler');
      const id = transaction.created.length;
      return {
        status: 201,
        headers: { Location: `/api/v3/${params.companyId}/Anagrafica/${id}` },
        body: { ...body, id, concurrencyToken: 1 },
      };
    },
    listAnagrafica: async (_request, { transaction }) => {
      return { status: 200, body: transaction.created.map((nome, index) => ({ id: index + 1, nome, concurrencyToken: 1 })) };
    },
    getAnagrafica: async () => ({ problem: 'not-found', detail: 'Nothing is ever found here.' }),
    createWebhook: async () => ({ problem: 'invalid-value', detail: 'Nothing is ever taken here.' }),
    emitDocumento: async () => ({ problem: 'not-found', detail: 'Nothing is ever found here.' }),
    getFatturaElettronicaXml: async () => ({ status: 200, body: '<xml/>' }),
  };
}

export function testPorts(now: () => number = Date.now): Ports<State> {
  return memoryPorts<State>({
    state: { created: [] },
    clock: { now },
    apiKeys: ['api-key'],
    companies: [
      { id: 1, licenseKey: 'license-1' },
      { id: 2, licenseKey: 'license-2' },
      { id: 9, licenseKey: 'license-9' },
    ],
    users: [
      { userName: 'ada', password: 'secret', companyIds: [1, 2] },
      { userName: 'grace', password: 'secret', companyIds: [9] },
    ],
  });
}

export async function startServer(ports: Ports<State> = testPorts(), options: ContractOptions = {}): Promise<FastifyInstance> {
  const app = Fastify({ ...serverOptions(), logger: { level: 'silent' } });
  await app.register(contractServer({ handlers: testHandlers(), ports, options }));
  await app.listen({ host: '127.0.0.1', port: 0 });
  return app;
}

export async function loginToken(app: FastifyInstance, userName = 'ada', prefix = ''): Promise<string> {
  const answer = await app.inject({
    method: 'POST',
    url: `${prefix}/api/v3/authenticate`,
    headers: { 'x-service-apikey': 'api-key' },
    payload: { UserName: userName, Password: 'secret' },
  });
  return String(answer.headers['x-token']);
}
