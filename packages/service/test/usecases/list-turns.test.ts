import { expect, test } from 'vitest';
import { isUnavailable } from '../../src/store/sql/unavailability.ts';
import { ClientGone, createListTurns, LISTS_MAX } from '../../src/usecases/list-turns.ts';

const asker = (user: string, isAbandoned = false) => ({ user, isAbandoned: () => isAbandoned });

test('however many lists are asked for, few follow one another before what else has arrived is read', async () => {
  let turn = 0;
  const turnsOfLists: number[] = [];
  const count = (): void => {
    turn += 1;
    if (turnsOfLists.length < 30) setImmediate(count);
  };
  setImmediate(count);
  const lists = createListTurns();
  await Promise.all(Array.from({ length: 30 }, () => lists.run(async () => void turnsOfLists.push(turn), asker('ada'))));
  const listsByTurn = turnsOfLists.map((one) => turnsOfLists.filter((other) => other === one).length);
  expect(Math.max(...listsByTurn)).toBeLessThanOrEqual(LISTS_MAX);
});

test('beyond so many lists of one user that wait the next are unavailable at once, and those of others are not', async () => {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const refusals: unknown[] = [];
  const lists = createListTurns(7);
  const ask = (user: string) => lists.run(() => released, asker(user)).catch((error: unknown) => void refusals.push(error));
  const asked = [...Array.from({ length: 7 + 8 }, () => ask('ada')), ask('grace')];
  await expect.poll(() => refusals.length, { timeout: 30_000 }).toBe(8);
  release();
  await Promise.all(asked);
  await ask('ada');
  expect(refusals).toHaveLength(8);
  expect(refusals.every(isUnavailable)).toBe(true);
});

test('a list whose client is gone when its turn comes is not read', async () => {
  const read: string[] = [];
  const lists = createListTurns();
  const ask = (name: string, isAbandoned: boolean) => lists.run(async () => void read.push(name), asker('ada', isAbandoned));
  const gone = expect(ask('gone', true)).rejects.toThrow(ClientGone);
  await ask('there', false);
  await gone;
  expect(read).toEqual(['there']);
});
