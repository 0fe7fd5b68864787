import { expect, test } from 'vitest';
import { createCompanyTurns } from '../../../src/store/postgres/company-turns.ts';
import { isUnavailable } from '../../../src/store/sql/unavailability.ts';

const COMPANY = 1;

test('a unit that has waited its time is unavailable, and the turn goes to those that still wait', async () => {
  const turns = createCompanyTurns(8, 20);
  const end = await turns.take(COMPANY);
  const tooLate = await Promise.allSettled([turns.take(COMPANY), turns.take(COMPANY)]);
  expect(tooLate.map((one) => one.status === 'rejected' && isUnavailable(one.reason))).toEqual([true, true]);

  const next = turns.take(COMPANY);
  end();
  (await next)();
  expect(turns.tryTake(COMPANY)).toBeTypeOf('function');
});

test('a unit that got its turn in time keeps it', async () => {
  const turns = createCompanyTurns(8, 20);
  const end = await turns.take(COMPANY);
  const next = turns.take(COMPANY);
  end();
  const endNext = await next;
  await new Promise((resolve) => setTimeout(resolve, 60));
  expect(turns.tryTake(COMPANY)).toBeUndefined();
  endNext();
  expect(turns.tryTake(COMPANY)).toBeTypeOf('function');
});
