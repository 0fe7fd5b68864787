import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it as test } from 'vitest';
import { runOrFail } from '../../src/run-command.ts';
import { versionPackages } from '../../src/version/version-packages.ts';
import { RepositoryCopy } from '../contract/repository-copy.ts';

const copy = new RepositoryCopy();

beforeAll(() => copy.prepare());
afterAll(() => copy.remove());

async function git(...args: readonly string[]): Promise<void> {
  await runOrFail('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', ...args], { cwd: copy.root });
}

test('refuses to release without a changeset', async () => {
  await expect(versionPackages(copy.root)).rejects.toMatchObject({ code: 'nothing-to-release' });
});

test('makes versions and changelogs of the changesets, and records the contract that they release', async () => {
  const before = JSON.parse(readFileSync(copy.path('package.json'), 'utf8')).version;
  copy.write('.changeset/first.md', "---\n'@business-cloud/specs': minor\n---\n\nLonger names.\n");
  await copy.with(
    [['schemas/Credentials.yaml', 'maxLength: { $ref: ../limits.yaml#/userNameLengthMax/value }', 'maxLength: 512']],
    async () => {
      await git('init', '--quiet', '--initial-branch', 'main');
      await git('add', '.');
      await git('commit', '--quiet', '--message', 'first');
      expect((await copy.check()).exitCode).toBe(1);
      const { version } = await versionPackages(copy.root);
      expect(version).not.toBe(before);
      expect(readFileSync(copy.path('CHANGELOG.md'), 'utf8')).toContain('Longer names.');
      expect(existsSync(join(copy.root, '.changeset', 'first.md'))).toBe(false);
      expect(await copy.check()).toMatchObject({ exitCode: 0, stdout: expect.stringContaining(`(${version})`) });
    },
  );
});
