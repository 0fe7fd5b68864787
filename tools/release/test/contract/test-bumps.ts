import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { BumpCase } from './bump-cases.ts';
import { RepositoryCopy } from './repository-copy.ts';

/** Makes each change in a copy of the repository, and tests which changesets the command takes. */
export function testBumps(cases: readonly BumpCase[]): void {
  const copy = new RepositoryCopy();

  beforeAll(() => copy.prepare());
  afterEach(() => copy.forget('mine'));
  afterAll(() => copy.remove());

  test.each(cases)('stops at a change that nobody answers for, and takes the changeset that is written: $change', async (row) => {
    const { edits, line, needs } = row;
    await copy.with(edits, async () => {
      const unanswered = await copy.check();
      expect(unanswered).toMatchObject({ exitCode: 1, stdout: '' });
      expect(`\n${unanswered.stderr}`).toContain(`\n${line}`);

      expect(await copy.changeset('mine')).toMatchObject({ exitCode: 0, stderr: '' });
      expect(copy.read('.changeset/mine.md')).toContain(`'@business-cloud/specs': ${needs}`);
      expect(await copy.check()).toEqual({ exitCode: 0, stdout: '', stderr: '' });

      const less = needs === 'minor' ? 'patch' : 'none';
      copy.write('.changeset/mine.md', copy.read('.changeset/mine.md').replace(`specs': ${needs}`, `specs': ${less}`));
      expect((await copy.check()).exitCode).toBe(1);
    });
  });
}
