import { expect, test } from 'vitest';
import { copyWorkspace, generatedPackages, whole } from '../workspace-copy.ts';

/** What `conformance/test/changes/judge-resource.ts` prints. */
interface Findings {
  readonly complaints: readonly string[];
  readonly coverage: Readonly<Record<string, number>>;
  readonly caught: Readonly<Record<string, readonly string[]>>;
}

test('a resource that is added to the contract is generated, compiled, served, and judged by every rule that binds it', async () => {
  await using copy = copyWorkspace(whole);
  await copy.apply('a-resource');
  await copy.generate(...generatedPackages);
  for (const name of generatedPackages) expect(await copy.check(name)).toBe('');
  expect(copy.byHand()).toEqual(['packages/service/src/http/handlers.ts']);

  const found = JSON.parse(await copy.run('conformance/test/changes/judge-resource.ts', 'Magazzino')) as Findings;
  expect({ complaints: found.complaints, neverExercised: neverExercised(found), uncaught: uncaught(found) }).toEqual({
    complaints: [],
    neverExercised: [],
    uncaught: [],
  });
});

function neverExercised({ coverage }: Findings): readonly string[] {
  return Object.entries(coverage).flatMap(([pair, times]) => (times === 0 ? [pair] : []));
}

function uncaught({ caught }: Findings): readonly string[] {
  return Object.entries(caught).flatMap(([fault, rules]) => (rules.length === 0 ? [fault] : []));
}
