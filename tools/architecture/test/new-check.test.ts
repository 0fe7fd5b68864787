import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../../..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** The files that a diff adds, by path. */
function addedFiles(diff: string): ReadonlyMap<string, string> {
  const parts = diff.split(/^diff --git /m).filter((part) => part.includes('new file mode'));
  return new Map(
    parts.map((part) => {
      const [, path = ''] = /^\+\+\+ b\/(.*)$/m.exec(part) ?? [];
      const lines = part.slice(part.indexOf('\n@@')).split('\n').slice(2);
      return [path, lines.flatMap((line) => (line.startsWith('+') ? [`${line.slice(1)}\n`] : [])).join('')];
    }),
  );
}

test('the page about a new check shows the files of the change that is tried', () => {
  const shown = [...read('docs/new-check.md').matchAll(/`(conformance\/[^`]+\.ts)`, the whole file:\n\n```ts\n([\s\S]*?)```/g)];
  const files = addedFiles(read('docs/changes/a-rule.diff'));
  expect(shown.map(([, path]) => path).toSorted()).toEqual([...files.keys()].toSorted());
  for (const [, path = '', program] of shown) expect(program).toBe(files.get(path));
});
