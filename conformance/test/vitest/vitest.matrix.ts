import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const command = fileURLToPath(new URL('../../node_modules/vitest/vitest.mjs', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'business-cloud-vitest-'));
const report = join(folder, 'report.json');

afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Assertion {
  readonly title: string;
  readonly status: string;
  readonly failureMessages: readonly string[];
}

test('every rule is a test of the implementer: it passes, fails with what came, or is skipped', async () => {
  const args = [command, 'run', '--config', 'test/vitest/implementers.config.ts', '--reporter', 'json', '--outputFile', report];
  const child = spawn(process.execPath, args, { cwd: root, stdio: 'ignore' });
  const [code] = await once(child, 'close');
  const files: readonly { readonly assertionResults: readonly Assertion[] }[] = JSON.parse(readFileSync(report, 'utf8')).testResults;
  const assertions = files.flatMap(({ assertionResults }) => assertionResults);
  const states = Object.fromEntries(assertions.map(({ title, status }) => [title.split(' ')[0], status]));
  const ofReceivers = { 'RCV-01': 'passed', 'RCV-06': 'failed', 'RCV-16': 'skipped' };
  const ofClients = { 'CLI-01': 'passed', 'CLI-08': 'failed', 'CLI-11': 'skipped' };
  expect(states).toEqual({
    'AUTH-07': 'failed',
    'COMP-01': 'failed',
    'COMP-04': 'passed',
    'COMP-08': 'skipped',
    ...ofReceivers,
    ...ofClients,
  });
  const message = (rule: string): string => assertions.find(({ title }) => title.startsWith(rule))?.failureMessages.join('') ?? '';
  expect(message('COMP-01')).toMatch(/expected {2,}/);
  expect(message('RCV-06')).toContain('business-cloud-conformance receiver --rule RCV-06');
  expect(message('CLI-08')).toContain('must end in an error');
  expect(message('AUTH-07')).toContain('passes although the baseline says that it fails (was broken)');
  expect(code).toBe(1);
});
