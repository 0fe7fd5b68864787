import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A folder of examples that lives as long as the test: `{ 'readThing/one': {...} }`. */
export function examplesFolder(cases: Readonly<Record<string, unknown>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'examples-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, example] of Object.entries(cases)) {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, `${name}.json`), JSON.stringify(example));
  }
  return folder;
}
