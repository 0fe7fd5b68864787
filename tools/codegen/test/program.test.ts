import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { call } from './call.ts';
import { type Copy, copyFixture } from './fixture-copy.ts';

async function generated(): Promise<Copy & { check(): Promise<{ code: number; kinds: string[]; lines: string[] }> }> {
  const copy = await copyFixture();
  await call('generate', 'conformance', '--specs', copy.specs, '--out', copy.out);
  const check = async () => {
    const { code, err } = await call('check', 'conformance', '--specs', copy.specs, '--out', copy.out);
    return { code, kinds: err.slice(0, -1).map((line) => line.replace(/ .*\//, ' ')), lines: err };
  };
  return Object.assign(copy, { check });
}

test('check finds nothing after generate', async () => {
  await using copy = await generated();
  expect(await copy.check()).toMatchObject({ code: 0, lines: [] });
});

test('check names each stale, missing and extra file, one to a line, and says what to run', async () => {
  await using copy = await generated();
  await writeFile(join(copy.out, 'rules.ts'), '// edited\n');
  await rm(join(copy.out, 'problems.ts'));
  await mkdir(join(copy.out, 'old'));
  await writeFile(join(copy.out, 'old/extra.ts'), '');
  const { code, kinds, lines } = await copy.check();
  expect({ code, kinds }).toEqual({ code: 1, kinds: ['extra: extra.ts', 'missing: problems.ts', 'stale: rules.ts'] });
  expect(lines.at(-1)).toContain('business-cloud-codegen generate conformance');
});

test('check finds that the contract has changed', async () => {
  await using copy = await generated();
  await copy.edit('rules/comp.yaml', 'GET lists stock items', 'GET lists all stock items');
  expect(await copy.check()).toMatchObject({ code: 1, kinds: ['stale: rules.ts'] });
});

test('generate removes what should not be there', async () => {
  await using copy = await generated();
  await writeFile(join(copy.out, 'extra.ts'), '');
  await call('generate', 'conformance', '--specs', copy.specs, '--out', copy.out);
  expect(await copy.check()).toMatchObject({ code: 0 });
});

test('--help shows examples', async () => {
  const { code, out } = await call('--help');
  expect({ code, example: out.join('\n').includes('Examples:\n  business-cloud-codegen generate server') }).toEqual({
    code: 0,
    example: true,
  });
});

test.for([
  [],
  ['make', 'server'],
  ['generate'],
  ['generate', 'benchmarks'],
  ['check', 'server', 'client'],
  ['generate', 'server', '--sepcs', 'x'],
])('bad usage %j is answered with one sentence', async (args) => {
  const { code, err } = await call(...args);
  expect({ code, lines: err.length }).toEqual({ code: 2, lines: 1 });
  expect(err[0]).toMatch(/^business-cloud-codegen: [^\n]+[.?]$/);
});
