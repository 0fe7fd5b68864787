import { expect, test } from 'vitest';
import { callSafely } from '../src/index.ts';

const faults = async (callback: () => unknown): Promise<readonly unknown[]> => {
  const seen: unknown[] = [];
  callSafely(callback, (error) => seen.push(error));
  await new Promise((resolve) => setTimeout(resolve, 5));
  return seen;
};

test('what a callback throws at once goes to the fault handler', async () => {
  const fault = new Error('at once');
  expect(
    await faults(() => {
      throw fault;
    }),
  ).toStrictEqual([fault]);
});

test('what a callback rejects with later goes there too', async () => {
  const fault = new Error('late');
  expect(await faults(() => Promise.reject(fault))).toStrictEqual([fault]);
});

test('a promise that throws when it is waited for is caught', async () => {
  const fault = new Error('then');
  const thenable = Object.defineProperty({}, 'then', {
    get() {
      throw fault;
    },
  });
  expect(await faults(() => thenable)).toStrictEqual([fault]);
});

test('a fault handler that throws ends nothing', () => {
  callSafely(
    () => {
      throw new Error('first');
    },
    () => {
      throw new Error('second');
    },
  );
});

test('the values are handed on, and no callback is none', () => {
  const seen: unknown[] = [];
  callSafely(
    (one: number, other: string) => seen.push(one, other),
    () => {},
    1,
    'b',
  );
  callSafely(undefined, () => seen.push('never'));
  expect(seen).toStrictEqual([1, 'b']);
});
