import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { verificationTests } from '../build/verification-tests.ts';
import { SPECS_FOLDER } from '../lint/contract.ts';

const FOLDER = join(SPECS_FOLDER, 'examples/verify');

function run(language: 'go' | 'python', command: string, ...args: readonly string[]): ReturnType<typeof spawnSync> {
  const env = { ...process.env, PYTHONDONTWRITEBYTECODE: '1', GOTOOLCHAIN: 'local' };
  return spawnSync(command, args, { cwd: join(FOLDER, language), env, encoding: 'utf8' });
}

test('the tests of other languages are what `pnpm generate` makes of the signature examples', async () => {
  for (const [file, content] of await verificationTests()) expect(readFileSync(join(SPECS_FOLDER, file), 'utf8')).toBe(content);
});

test('the verification in Python judges every signature example as it says', ({ skip }) => {
  skip(run('python', 'python3', '-c', 'import sys; sys.exit(sys.version_info < (3, 8))').status !== 0, 'install Python 3.8 or later');
  const { status, stderr } = run('python', 'python3', '-m', 'unittest');
  expect([status, stderr]).toEqual([0, expect.stringContaining('OK')]);
});

test('the verification in Go is formatted, and judges every signature example as it says', ({ skip }) => {
  skip(run('go', 'go', 'version').status !== 0, 'install Go 1.21 or later');
  const { status, stdout, stderr } = run('go', 'go', 'test', './...');
  expect([status, stdout, stderr]).toEqual([0, expect.stringContaining('ok'), '']);
  expect(run('go', 'gofmt', '-l', '.').stdout).toBe('');
});

test.for([
  ['python', 'flask/receiver.py'],
  ['go', 'go/main.go'],
] as const)('the program in %s of the page stands in a receiver that the suite judges', ([language, file]) => {
  const root = join(SPECS_FOLDER, '..');
  const page = readFileSync(join(root, 'docs/events/other-languages.md'), 'utf8');
  const [, program = 'none'] = new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 's').exec(page) ?? [];
  expect(readFileSync(join(root, 'conformance/examples/receiver', file), 'utf8')).toContain(program);
});
