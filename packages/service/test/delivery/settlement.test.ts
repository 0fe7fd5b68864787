import { expect, test } from 'vitest';
import { createSettlement } from '../../src/delivery/settlement.ts';

test('those who waited at the beginning of a turn are answered, and those who came during it wait on', async () => {
  const settlement = createSettlement();
  const answered: string[] = [];
  const early = settlement.wait().then(() => answered.push('early'));
  const settle = settlement.begin();
  const late = settlement.wait().then(() => answered.push('late'));
  settle();
  await early;
  expect(answered).toEqual(['early']);
  settlement.begin()();
  await late;
  expect(answered).toEqual(['early', 'late']);
});
