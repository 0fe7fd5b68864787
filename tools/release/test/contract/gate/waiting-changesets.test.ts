import { globSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PACKAGES } from '../../../src/contract/model/packages.ts';
import { SHORTER_NAMES } from '../bump-cases.ts';
import type { Edit } from '../edited-specs.ts';
import { RepositoryCopy } from '../repository-copy.ts';

const WAITING = 119;
const RENAME: Edit = ['schemas/AnagraficaInput.yaml', '  codiceFiscale:\n', '  codiceFiscal:\n'];
const REMOVED = 'customer AnagraficaInput.codiceFiscale: member codiceFiscale is removed (request-member-removed)';

const copy = new RepositoryCopy();

beforeAll(async () => {
  await copy.prepare();
  const releases = Object.values(PACKAGES).map(({ name }) => `'${name}': minor`);
  for (let index = 0; index < WAITING; index++) {
    copy.write(`.changeset/waiting-${index}.md`, `---\n${releases.join('\n')}\n---\n\nSomething else.\n`);
  }
});
afterAll(() => copy.remove());

test('a rename that no changeset answers for fails on main and on a branch, however many changesets wait', async () => {
  await copy.with([SHORTER_NAMES], async () => {
    await copy.changeset('shorter-names');
    expect(await copy.check()).toEqual({ exitCode: 0, stdout: '', stderr: '' });
    await copy.commitAll();
    await copy.with([RENAME], async () => {
      const onMain = await copy.check();
      expect(onMain.exitCode).toBe(1);
      expect(onMain.stderr).toContain(REMOVED);
      // What is answered for is counted, and not told again.
      expect(onMain.stderr).not.toContain('Credentials');
      await copy.git('switch', '--quiet', '--create', 'rename');
      await copy.git('commit', '--quiet', '--all', '--message', 'rename');
      expect(await copy.check()).toEqual(onMain);

      await copy.changeset('rename');
      expect(copy.read('.changeset/rename.differences').split('\n')).toContain(REMOVED);
      expect(await copy.check()).toEqual({ exitCode: 0, stdout: '', stderr: '' });
      expect(globSync('.changeset/waiting-*.md', { cwd: copy.root })).toHaveLength(WAITING);
    });
  });
});
