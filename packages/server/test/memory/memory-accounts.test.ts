import { expect, test } from 'vitest';
import { FREE_LOGIN_FAILURES, LOGIN_WAIT_MAX_MS } from '../../src/generated/limits.ts';
import { memoryAccounts } from '../../src/memory/memory-accounts.ts';

const accounts = { users: [{ userName: 'ada', password: 'right', companyIds: [1] }], companies: [], apiKeys: [] };

test('AUTH-10: as many failures as the contract forgives cost no wait, the next one a second, and the wait has a limit', async () => {
  let now = 0;
  const { login } = memoryAccounts(accounts, { now: () => now });
  for (let failures = 0; failures <= FREE_LOGIN_FAILURES; failures += 1)
    expect(await login.login('ada', 'wrong', 'key', '127.0.0.1')).toEqual({ kind: 'refused' });
  expect(await login.login('ada', 'right', 'key', '127.0.0.1')).toEqual({ kind: 'slowed', retryAfterSeconds: 1 });
  for (let failures = 0; failures < 20; failures += 1) {
    now += LOGIN_WAIT_MAX_MS;
    expect(await login.login('ada', 'wrong', 'key', '127.0.0.1')).toEqual({ kind: 'refused' });
  }
  expect(await login.login('ada', 'right', 'key', '127.0.0.1')).toEqual({ kind: 'slowed', retryAfterSeconds: LOGIN_WAIT_MAX_MS / 1000 });
});

test('AUTH-10: failures with one API key do not slow the right password with another', async () => {
  const { login } = memoryAccounts(accounts, { now: () => 0 });
  for (let failures = 0; failures <= FREE_LOGIN_FAILURES; failures += 1) await login.login('ada', 'wrong', 'key', '127.0.0.1');
  expect(await login.login('ada', 'right', 'key', '127.0.0.1')).toMatchObject({ kind: 'slowed' });
  expect(await login.login('ada', 'right', 'another', '127.0.0.1')).toMatchObject({ kind: 'granted' });
});
