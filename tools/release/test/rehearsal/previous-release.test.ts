import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { previousRelease } from '../../src/rehearsal/previous-release.ts';
import { runOrFail } from '../../src/run-command.ts';

let root: string;
const git = async (...args: readonly string[]): Promise<string> =>
  (await runOrFail('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', ...args], { cwd: root })).trim();
const commit = async (subject: string): Promise<string> => {
  await git('commit', '--quiet', '--allow-empty', '--message', subject);
  return git('rev-parse', 'HEAD');
};

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'previous-'));
  await git('init', '--quiet');
});

afterEach(() => rm(root, { recursive: true, force: true }));

test('users upgrade from the last release of the service', async () => {
  await commit('one');
  await git('tag', '@business-cloud/service@0.1.0');
  const released = await commit('two');
  await git('tag', '@business-cloud/service@0.2.0');
  await git('tag', '@business-cloud/client@0.3.0');
  const head = await commit('three');
  expect(await previousRelease(root, head)).toEqual({ commit: released, description: 'the last release, @business-cloud/service@0.2.0' });
});

test('a clone without a release and without history is rehearsed against itself, and says that this is weak', async () => {
  const head = await commit('one');
  expect(await previousRelease(root, head)).toMatchObject({ commit: head, description: expect.stringContaining('weak') });
});
