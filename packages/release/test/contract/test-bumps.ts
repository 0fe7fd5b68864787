import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { BumpCase } from './bump-cases.ts';
import { printedIn } from './printed-changeset.ts';
import { RepositoryCopy } from './repository-copy.ts';

/** Makes each change in a copy of the repository, and tests which changesets the command takes. */
export function testBumps(cases: readonly BumpCase[]): void {
  const copy = new RepositoryCopy();

  beforeAll(() => copy.prepare());
  afterEach(() => {
    for (const file of ['mine.md', 'printed.md']) rmSync(join(copy.root, '.changeset', file), { force: true });
  });
  afterAll(() => copy.remove());

  test.each(cases)(
    'stops at a missing and at a too small changeset, and takes the one that it prints: $change',
    async ({ edits, line, needs }) => {
      await copy.with(edits, async () => {
        const missing = await copy.check();
        expect(missing.exitCode).toBe(1);
        expect(missing.stderr).toContain(`\n${line}`);
        const { file, content } = printedIn(missing.stderr);
        expect(file).toMatch(/^\.changeset\/contract-[0-9a-f]+\.md$/);
        expect(content).toContain(`'@business-cloud/specs': ${needs}`);

        copy.write('.changeset/mine.md', `---\n'@business-cloud/specs': ${needs === 'minor' ? 'patch' : 'none'}\n---\n\nSmall.\n`);
        const tooSmall = await copy.check();
        expect(tooSmall.exitCode).toBe(1);
        expect(printedIn(tooSmall.stderr).content).toBe(content);

        copy.write('.changeset/printed.md', `${content}\n`);
        const enough = await copy.check();
        expect(enough.stderr).toBe('');
        expect(enough.exitCode).toBe(0);
      });
    },
  );
}
