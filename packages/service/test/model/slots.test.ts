import { expect, test } from 'vitest';
import { createSlots } from '../../src/model/slots.ts';

/** Work that lasts until it is ended, and notes when it begins. */
function endless(begun: string[], name: string) {
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const work = (): Promise<void> => {
    begun.push(name);
    return ended;
  };
  return { work, end: () => end() };
}

test('so many run at once, and the next one when one of them has ended', async () => {
  const slots = createSlots(2);
  const begun: string[] = [];
  const pieces = ['a', 'b', 'c'].map((name) => endless(begun, name));
  const runs = pieces.map(({ work }) => slots.run(work));
  expect(begun).toEqual(['a', 'b']);
  pieces[1]?.end();
  await runs[1];
  await expect.poll(() => begun).toEqual(['a', 'b', 'c']);
});

test('those who wait take turns, however much one of them asks for', async () => {
  const slots = createSlots(1);
  const begun: string[] = [];
  const work = (name: string) => async () => void begun.push(name);
  const first = endless(begun, 'first');
  const asked = [
    slots.run(first.work, 'ada'),
    ...['ada 1', 'ada 2', 'ada 3'].map((name) => slots.run(work(name), 'ada')),
    ...['grace 1', 'grace 2'].map((name) => slots.run(work(name), 'grace')),
  ];
  first.end();
  await Promise.all(asked);
  expect(begun).toEqual(['first', 'ada 1', 'grace 1', 'ada 2', 'grace 2', 'ada 3']);
});

test('what fails leaves its place to the next', async () => {
  const slots = createSlots(1);
  const failed = slots.run(() => Promise.reject(new Error('x')));
  const next = slots.run(async () => 'next');
  await expect(failed).rejects.toThrow('x');
  expect(await next).toBe('next');
});
