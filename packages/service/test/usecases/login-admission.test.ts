import { expect, test } from 'vitest';
import { createLoginAdmission } from '../../src/usecases/login-admission.ts';

test('what is beyond a limit is refused until something else has ended', async () => {
  const admission = createLoginAdmission(3);
  const ends: (() => void)[] = [];
  const begin = (...sources: string[]) => admission.run(sources, () => new Promise<string>((resolve) => ends.push(() => resolve('ran'))));
  const running = [begin('a', 'x'), begin('b', 'x')];
  expect(await begin('c', 'x')).toBeUndefined();
  running.push(begin('c', 'y'));
  expect(await begin('d', 'z')).toBeUndefined();
  ends[0]?.();
  expect(await running[0]).toBe('ran');
  running.push(begin('d', 'x'));
  for (const end of ends) end();
  expect(await Promise.all(running)).toEqual(['ran', 'ran', 'ran', 'ran']);
});

test('work that fails counts no longer', async () => {
  const admission = createLoginAdmission(1);
  await expect(admission.run(['a'], async () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await admission.run(['a'], async () => 'ran')).toBe('ran');
});
