import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { modeOpenToOthers } from '../../src/security/private-file.ts';
import { type Running, startRunning } from '../harness/running.ts';

let folder: string;
let file: string;
let running: Running | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'private-'));
  file = join(folder, 'file');
});
afterEach(async () => {
  await running?.close();
  running = undefined;
  rmSync(folder, { recursive: true });
});

test.for([
  [0o600, undefined],
  [0o400, undefined],
  [0o644, '0644'],
  [0o640, '0640'],
  [0o602, '0602'],
] as const)('mode %o is %s', ([mode, open]) => {
  writeFileSync(file, '');
  chmodSync(file, mode);
  expect(modeOpenToOthers(file, 'linux')).toBe(open);
  expect(modeOpenToOthers(file, 'win32')).toBeUndefined();
});

test('what is no file has no mode that tells', () => {
  expect([folder, join(folder, 'absent'), '/dev/null'].map((path) => modeOpenToOthers(path))).toEqual([undefined, undefined, undefined]);
});

test.for([
  [0o644, ['0644']],
  [0o600, []],
] as const)('a database of mode %o is warned of by %j', async ([mode, warned]) => {
  writeFileSync(file, '');
  chmodSync(file, mode);
  running = await startRunning({ database: file });
  const lines = running.logged.map((line) => JSON.parse(line));
  expect(lines.filter(({ level }) => level >= 40).map((line) => [line.level, line.database, line.mode])).toEqual(
    warned.map((text) => [40, file, text]),
  );
});
