import { expect, test } from 'vitest';
import { LISTS_MAX, listInTurn } from '../../src/http/list-turns.ts';

test('however many lists are asked for, few follow one another before what else has arrived is read', async () => {
  let turn = 0;
  const turnsOfLists: number[] = [];
  const count = (): void => {
    turn += 1;
    if (turnsOfLists.length < 30) setImmediate(count);
  };
  setImmediate(count);
  await Promise.all(Array.from({ length: 30 }, () => listInTurn(async () => void turnsOfLists.push(turn), 'ada')));
  const listsByTurn = turnsOfLists.map((one) => turnsOfLists.filter((other) => other === one).length);
  expect(Math.max(...listsByTurn)).toBeLessThanOrEqual(LISTS_MAX);
});
