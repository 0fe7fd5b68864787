import { expect, test } from 'vitest';
import { overNetwork } from '../../src/rehearsal/network.ts';

function failing(times: number): { download: () => Promise<string>; attempts: () => number } {
  let attempts = 0;
  return {
    attempts: () => attempts,
    async download() {
      attempts += 1;
      if (attempts <= times) throw new Error(`connection ${attempts} was dropped`);
      return 'installed';
    },
  };
}

test('a download that fails twice is made a third time', async () => {
  const { download, attempts } = failing(2);
  await expect(overNetwork(download, 1)).resolves.toBe('installed');
  expect(attempts()).toBe(3);
});

test('a download that always fails is given up with its last error', async () => {
  const { download, attempts } = failing(9);
  await expect(overNetwork(download, 1)).rejects.toThrow('connection 3 was dropped');
  expect(attempts()).toBe(3);
});
