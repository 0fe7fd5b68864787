import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it as test } from 'vitest';
import { versionPackages } from '../../src/version/version-packages.ts';
import { RepositoryCopy } from '../contract/repository-copy.ts';

const copy = new RepositoryCopy();

beforeAll(() => copy.prepare());
afterAll(() => copy.remove());

test('refuses to release without a changeset', async () => {
  await expect(versionPackages(copy.root)).rejects.toMatchObject({ code: 'nothing-to-release' });
});

test('makes versions and changelogs of the changesets, and records the contract that they release', async () => {
  const before = JSON.parse(readFileSync(copy.path('package.json'), 'utf8')).version;
  copy.write('.changeset/another.md', "---\n'@business-cloud/specs': minor\n---\n\nSomething else.\n");
  await copy.with(
    [['schemas/Credentials.yaml', 'maxLength: { $ref: ../limits.yaml#/userNameLengthMax/value }', 'maxLength: 512']],
    async () => {
      expect((await copy.check()).exitCode).toBe(1);
      await copy.changeset('first');
      await copy.commitAll();
      const { version } = await versionPackages(copy.root);
      expect(version).not.toBe(before);
      const changelog = readFileSync(copy.path('CHANGELOG.md'), 'utf8');
      expect(changelog.indexOf('Breaking')).toBeGreaterThan(-1);
      expect(changelog.indexOf('Breaking')).toBeLessThan(changelog.indexOf('Something else.'));
      // The answers are used up with their changesets.
      for (const ending of ['.md', '.differences']) expect(existsSync(join(copy.root, '.changeset', `first${ending}`))).toBe(false);
      expect(await copy.check()).toEqual({ exitCode: 0, stdout: '', stderr: '' });
    },
  );
});
