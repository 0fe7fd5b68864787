import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, expect, test, vi } from 'vitest';
import { type ContractHandlers, type ContractOptions, contractServer, serverOptions } from '../src/index.ts';
import { loginToken, type State, testHandlers, testPorts } from './harness.ts';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const headers = { Location: '/api/v3/1/Anagrafica/1' };
const body = { id: 1, nome: 'Ada', concurrencyToken: 1 };

/** A server whose creation of a contact writes, and answers this, whatever the types say. */
async function answering(answer: object, options: ContractOptions = {}, lines?: string[]): Promise<FastifyInstance> {
  const create = async (_request: unknown, { transaction }: { transaction: State }) => {
    transaction.created.push('Ada');
    return answer;
  };
  const handlers = { ...testHandlers(), createAnagrafica: create } as unknown as ContractHandlers<State>;
  const stream = { write: (line: string) => void lines?.push(line) };
  const app = Fastify({ ...serverOptions(), ...(lines && { logger: { stream, level: 'error' } }) });
  await app.register(contractServer({ handlers, ports: testPorts(), options }));
  return app;
}

async function call(app: FastifyInstance, method: 'GET' | 'POST') {
  const token = await loginToken(app);
  const credentials = { authorization: `Bearer ${token}`, 'x-service-apikey': 'api-key', 'x-service-licensekey': 'license-1' };
  return app.inject({ method, url: '/api/v3/1/Anagrafica', headers: credentials, ...(method === 'POST' && { payload: { nome: 'Ada' } }) });
}

const wrong: Readonly<Record<string, object>> = {
  'a body with other members': { status: 201, headers, body: { wrong: true } },
  'a member of another type': { status: 201, headers, body: { ...body, id: '1' } },
  'a text where JSON must be': { status: 201, headers, body: 'oops' },
  'no body': { status: 201, headers },
  'another status': { status: 299, headers, body },
  'no Location': { status: 201, body },
};

test.for(Object.entries(wrong))('%s is a fault that is printed, and nothing is written', async ([, answer]) => {
  const printed = vi.spyOn(console, 'error').mockReturnValue();
  const app = await answering(answer);
  expect((await call(app, 'POST')).json()).toMatchObject({ status: 500, code: 'internal-error' });
  expect(printed).toHaveBeenCalledOnce();
  expect(printed.mock.calls[0]?.[1]).toMatchObject({ code: 'answer-invalid', message: expect.stringContaining('createAnagrafica') });
  expect((await call(app, 'GET')).json()).toEqual([]);
});

test.for(Object.entries(wrong).filter(([, answer]) => 'body' in answer))(
  '%s is logged and sent where that is asked for',
  async ([, answer]) => {
    const lines: string[] = [];
    const app = await answering(answer, { validateAnswers: 'log' }, lines);
    expect((await call(app, 'POST')).statusCode).toBe(Reflect.get(answer, 'status'));
    expect(lines.map((line) => JSON.parse(line).err.code)).toEqual(['answer-invalid']);
  },
);

test('in production nothing looks, unless it is told to', async () => {
  vi.stubEnv('NODE_ENV', 'production');
  const answer = { status: 201, headers, body: { wrong: true } };
  expect((await call(await answering(answer), 'POST')).statusCode).toBe(201);
  expect((await call(await answering(answer, { validateAnswers: 'throw' }, []), 'POST')).statusCode).toBe(500);
});

test('members that are undefined, and those that the contract does not name, are no fault', async () => {
  const app = await answering({ status: 201, headers, body: { ...body, telefono: undefined, own: 1 } });
  expect((await call(app, 'POST')).statusCode).toBe(201);
});
