import { describe, expect, test } from 'vitest';
import type { ContractOptions } from '../src/index.ts';
import { answering, internalError, problem, serve, verdictOf } from './bad-parts.ts';
import { testPorts } from './harness.ts';

const throwing = (thrown: unknown) => () => {
  throw thrown;
};
const rejecting = (thrown: unknown) => async () => {
  throw thrown;
};
/** As the libraries of HTTP make them: it does not blame the request of our client. */
const ofAnotherService = Object.assign(new Error('upstream'), { statusCode: 404 });

describe('whatever a handler or a port throws is one problem, logged, and rolled back', () => {
  test.each<[string, unknown]>([
    ['null', null],
    ['undefined', undefined],
    ['a text', 'no'],
    ['an error of another service', ofAnotherService],
    ['an object without a prototype', Object.create(null)],
  ])('%s', async (_, thrown) => {
    for (const failing of [throwing(thrown), rejecting(thrown)]) {
      const { create, list, lines } = await serve({ handlers: answering(failing) });
      expect([verdictOf(await create()), (await list()).json(), lines.length]).toEqual([internalError, [], 1]);
      const { tokens, apiKeys, licenses, transactions } = testPorts();
      const ports: readonly object[] = [
        { tokens: { ...tokens, verify: failing } },
        { apiKeys: { ...apiKeys, verify: failing } },
        { licenses: { ...licenses, covers: failing } },
        { transactions: { ...transactions, writeOnce: failing } },
      ];
      for (const port of ports) expect(verdictOf(await (await serve({ ports: port })).create())).toEqual(internalError);
      expect(verdictOf(await (await serve({ ports: { login: { login: failing } } })).login())).toEqual(internalError);
    }
  });
});

describe('a port that answers what is no answer', () => {
  const { tokens, apiKeys, licenses, transactions } = testPorts();

  test.each<[string, unknown, object]>([
    ['no user', null, problem(401, 'token-invalid')],
    ['true for a user', true, internalError],
    ['a user without an id', {}, internalError],
    ['a user with an empty id', { id: '' }, internalError],
  ])('%s admits nobody', async (_, user, want) => {
    const { list } = await serve({ ports: { tokens: { ...tokens, verify: async () => user } } });
    expect(verdictOf(await list())).toEqual(want);
  });

  test.each([[undefined], [null], ['yes'], [{}], [1]])('%j in place of a boolean admits nobody', async (said) => {
    const verify = async () => said;
    expect(verdictOf(await (await serve({ ports: { apiKeys: { ...apiKeys, verify } } })).list())).toEqual(internalError);
    expect(verdictOf(await (await serve({ ports: { licenses: { ...licenses, covers: verify } } })).list())).toEqual(internalError);
  });

  test.each<[unknown]>([
    [undefined],
    [null],
    [{ kind: 'perhaps' }],
    [{ kind: 'granted' }],
    [{ kind: 'granted', token: 'a\nb' }],
    [{ kind: 'slowed', retryAfterSeconds: Number.NaN }],
    [{ kind: 'busy', retryAfterSeconds: '5\r\nX: y' }],
  ])('the login %j is a problem', async (outcome) => {
    const { login } = await serve({ ports: { login: { login: async () => outcome } } });
    expect(verdictOf(await login())).toEqual(internalError);
  });

  test('a wait of a part of a second is a whole one', async () => {
    const { login } = await serve({ ports: { login: { login: async () => ({ kind: 'slowed', retryAfterSeconds: 0.2 }) } } });
    const { statusCode, headers } = await login();
    expect([statusCode, headers['retry-after']]).toEqual([429, '1']);
  });

  test.each([[undefined], [null], ['done'], [{ kind: 'maybe' }], [{ kind: 'replayed' }]])('the unit of work %j', async (outcome) => {
    const { create } = await serve({ ports: { transactions: { ...transactions, writeOnce: async () => outcome } } });
    expect(verdictOf(await create())).toEqual(internalError);
  });
});

describe('isUnavailable', () => {
  test.each<[string, unknown]>([
    ['throws', throwing(null)],
    ['rejects', rejecting(new Error('late'))],
    ['answers what is no boolean', () => 'yes'],
  ])('that %s costs no problem document', async (_, isUnavailable) => {
    const options = { isUnavailable } as ContractOptions;
    const { create, login } = await serve({ options });
    expect(verdictOf(await create('fault'))).toEqual(internalError);
    expect((await login()).statusCode).toBe(200);
  });

  test('is asked about what was thrown, and never about a problem', async () => {
    const asked: unknown[] = [];
    const isUnavailable = (error: unknown) => asked.push(error) > 0;
    const { create, list } = await serve({ options: { isUnavailable }, handlers: answering(throwing('busy')) });
    expect(verdictOf(await create())).toEqual(problem(503, 'unavailable'));
    const { tokens } = testPorts();
    const refusing = await serve({ options: { isUnavailable }, ports: { tokens: { ...tokens, verify: async () => undefined } } });
    expect([verdictOf(await refusing.list()), (await list()).statusCode, asked]).toEqual([problem(401, 'token-invalid'), 200, ['busy']]);
  });
});
