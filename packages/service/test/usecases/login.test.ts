import { afterAll, beforeAll, expect, test } from 'vitest';
import { FREE_LOGIN_FAILURES, LOGIN_WAIT_MAX_MS } from '../../src/generated/limits.ts';
import { waitAfterMs } from '../../src/usecases/login-slowing.ts';
import { type Running, startRunning } from '../harness/running.ts';

let running: Running;

beforeAll(async () => {
  running = await startRunning();
});
afterAll(() => running.close());

const login = (UserName: string, Password: string) =>
  running.call('POST', '/api/v3/authenticate', { body: { UserName, Password }, headers: { Authorization: '' } });

test('AUTH-01: a login answers a token of our own kind, new each time', async () => {
  const { userName, password } = running.access;
  const answers = await Promise.all([login(userName, password), login(userName, password)]);
  const tokens = answers.map(({ headers }) => headers.get('X-Token'));
  expect(answers.map(({ status, text }) => [status, text])).toEqual([
    [200, ''],
    [200, ''],
  ]);
  expect(tokens[0]).toMatch(/^bct_/);
  expect(tokens[0]).not.toBe(tokens[1]);
});

test.each([
  ['known', 'demo'],
  ['unknown', 'nobody'],
])('AUTH-02, AUTH-10: wrong passwords of a %s user get 401, and after some 429 with a wait that grows', async (_title, userName) => {
  for (let failures = 0; failures < FREE_LOGIN_FAILURES + 1; failures += 1) {
    const { status, headers, body } = await login(userName, `wrong ${failures}`);
    expect([status, body.code, headers.get('X-Token'), headers.get('WWW-Authenticate')]).toEqual([
      401,
      'authentication-failed',
      null,
      'Bearer',
    ]);
  }
  const slowed = await login(userName, 'wrong again');
  expect([slowed.status, slowed.body.code, slowed.headers.get('Retry-After')]).toEqual([429, 'too-many-attempts', '1']);
  running.service.clock.advance(1_000);
  expect((await login(userName, 'wrong still')).status).toBe(401);
  expect((await login(userName, 'wrong still')).headers.get('Retry-After')).toBe('2');
  running.service.clock.advance(2_000);
});

test('AUTH-10: a success resets the count', async () => {
  const { userName, password } = running.access;
  running.service.clock.advance(60_000);
  expect((await login(userName, password)).status).toBe(200);
  for (let failures = 0; failures < FREE_LOGIN_FAILURES; failures += 1) expect((await login(userName, 'wrong')).status).toBe(401);
  expect((await login(userName, password)).status).toBe(200);
});

test('AUTH-10: guesses that come at once are counted like guesses one by one', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => login('guessed', `guess ${index}`)));
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(FREE_LOGIN_FAILURES + 1);
});

test('AUTH-10: logins at once with one API key are limited, whatever names they try', async () => {
  const answers = await Promise.all(Array.from({ length: 80 }, (_, index) => login(`sprayed ${index}`, 'guess')));
  const statuses = answers.map(({ status }) => status);
  expect([...new Set(statuses)].toSorted()).toEqual([401, 429]);
  const refused = answers.find(({ status }) => status === 429);
  expect([refused?.body.code, refused?.headers.get('Retry-After')]).toEqual(['too-many-attempts', '1']);
});

test('AUTH-01: a name with an accent is the same however it was typed', async () => {
  const typed = 'Niccol\u00f2';
  await running.service.provisioning.account({ name: typed.normalize('NFD'), password: 'a password', companyIds: [1] });
  expect((await login(typed, 'a password')).status).toBe(200);
  expect((await login(typed.normalize('NFD'), 'a password')).status).toBe(200);
});

test('the wait doubles, up to a limit', () => {
  const waits = [0, 1, 2, 3, 1_000].map((beyond) => waitAfterMs(FREE_LOGIN_FAILURES + beyond));
  expect(waits).toEqual([0, 1_000, 2_000, 4_000, LOGIN_WAIT_MAX_MS]);
});

test('AUTH-05, AUTH-06: a token is valid for days, then 401, and a new login helps', async () => {
  const { userName, password } = running.access;
  const token = (await login(userName, password)).headers.get('X-Token');
  const read = (value: string | null) => running.call('GET', '/api/v3/config/Azienda', { headers: { Authorization: `Bearer ${value}` } });
  running.service.clock.advance(47 * 3_600_000);
  expect((await read(token)).status).toBe(200);
  running.service.clock.advance(26 * 3_600_000);
  expect((await read(token)).body.code).toBe('token-invalid');
  expect((await read((await login(userName, password)).headers.get('X-Token'))).status).toBe(200);
});
