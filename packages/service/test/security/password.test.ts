import { expect, test } from 'vitest';
import { createPasswords } from '../../src/security/password.ts';

test('a password is hashed with argon2id, in 19 MiB and two passes', async () => {
  expect(await createPasswords().hash('a password')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

test('hashes of another cost are known all the same', async () => {
  const hash = await createPasswords({ memoryKiB: 8, passes: 1 }).hash('a password');
  expect(hash).toContain('$m=8,t=1,p=1$');
  expect(await createPasswords().matches(hash, 'a password')).toBe(true);
  expect(await createPasswords().matches(hash, 'another')).toBe(false);
});

test('nobody is let in as a user who is not there', async () => {
  expect(await createPasswords().matches(undefined, 'the password of nobody')).toBe(false);
});

test('who has many passwords checked does not keep another waiting for them all', async () => {
  const passwords = createPasswords();
  const hash = await createPasswords({ memoryKiB: 8, passes: 1 }).hash('a password');
  const order: string[] = [];
  const check = (whose: string) => passwords.matches(hash, 'another', whose).then(() => order.push(whose));
  await Promise.all([...Array.from({ length: 30 }, () => check('flood')), check('other')]);
  expect(order.indexOf('other')).toBeLessThan(8);
});
