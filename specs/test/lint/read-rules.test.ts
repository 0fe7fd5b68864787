import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readRules } from '../../lint/read-rules.ts';

test('rules are read family by family, each with the lines of its row and of its selectors', async () => {
  const folder = await folderOf({
    'two.yaml': '# Second.\n\n- id: TWO-01\n  level: stated\n  binds:\n    - { token: true }\n    - { event: true }\n',
    'one.yaml': '- id: ONE-01\n  binds: { operation: true }\n- id: ONE-02\n',
  });
  expect(readRules(folder).map(({ rule, at, selectorsAt }) => [rule.id, at, selectorsAt])).toEqual([
    ['ONE-01', 'rules/one.yaml:1', ['rules/one.yaml:2']],
    ['ONE-02', 'rules/one.yaml:3', ['rules/one.yaml:3']],
    ['TWO-01', 'rules/two.yaml:3', ['rules/two.yaml:6', 'rules/two.yaml:7']],
  ]);
});

async function folderOf(families: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'rules-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, 'rules'));
  for (const [file, text] of Object.entries(families)) await writeFile(join(folder, 'rules', file), text);
  return folder;
}
