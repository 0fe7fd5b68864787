import { expect, test } from 'vitest';
import { createLoginAdmission } from '../../src/usecases/login-admission.ts';

test('what is beyond a limit is refused until something else has ended', async () => {
  const admission = createLoginAdmission(3);
  const ends: (() => void)[] = [];
  const begin = (source: string) => admission.run(source, () => new Promise<string>((resolve) => ends.push(() => resolve('ran'))));
  const running = [begin('x'), begin('x')];
  expect(await begin('x')).toBeUndefined();
  running.push(begin('y'));
  expect(await begin('y')).toBeUndefined();
  ends[0]?.();
  expect(await running[0]).toBe('ran');
  running.push(begin('y'));
  for (const end of ends) end();
  expect(await Promise.all(running)).toEqual(['ran', 'ran', 'ran', 'ran']);
});

test('who has none under way is admitted, whatever the others have', async () => {
  const admission = createLoginAdmission(2);
  const never = new Promise<string>(() => undefined);
  for (const source of ['x', 'y']) void admission.run(source, () => never);
  expect(await admission.run('x', async () => 'ran')).toBeUndefined();
  expect(await admission.run('z', async () => 'ran')).toBe('ran');
});

test('work that fails counts no longer', async () => {
  const admission = createLoginAdmission(1);
  await expect(admission.run('a', async () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await admission.run('a', async () => 'ran')).toBe('ran');
});
