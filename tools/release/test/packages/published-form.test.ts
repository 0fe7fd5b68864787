import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkPackage, createPackageFromTarballData, type Problem } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { expect, inject, test } from 'vitest';
import { readVerifiedManifest } from '../../src/tarballs/manifest.ts';

const folder = inject('tarballs');
const tarballs = await readVerifiedManifest(folder);

/** Both have a form for `require`; of the others only what `import` finds is judged. */
const COMMON_JS = ['@business-cloud/client', '@business-cloud/events'];

/** Whether a problem counts: nothing here is for the resolution of Node 10, which does not know `exports`. */
function counts(problem: Problem, name: string): boolean {
  if (!('resolutionKind' in problem)) return true;
  return problem.resolutionKind !== 'node10' && (problem.resolutionKind !== 'node16-cjs' || COMMON_JS.includes(name));
}

test.each(tarballs)('publint finds nothing in $name, not even a suggestion', async ({ file }) => {
  const bytes = await readFile(join(folder, file));
  const { messages } = await publint({ pack: { tarball: new Uint8Array(bytes).buffer }, strict: true });
  expect(messages).toEqual([]);
});

// Specs is data, and has no types.
test.each(tarballs.filter(({ name }) => name !== '@business-cloud/specs'))(
  'the types of $name are those of what is loaded',
  async ({ name, file }) => {
    const analysis = await checkPackage(createPackageFromTarballData(new Uint8Array(await readFile(join(folder, file)))));
    const problems = analysis.types === false ? ['there are no types'] : analysis.problems.filter((problem) => counts(problem, name));
    expect(problems).toEqual([]);
  },
);
