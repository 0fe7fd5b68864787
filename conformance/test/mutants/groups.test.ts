import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { mutantFiles, mutants } from '../../mutants/index.ts';
import { groupsOf, ownRules, parts, rules } from './groups.ts';

test('every faulty service is judged by every rule exactly once, alone or together with others', () => {
  const groups = groupsOf(mutants);
  for (const mutant of mutants) {
    const together = groups.filter(({ company }) => company.includes(mutant)).flatMap(({ others }) => others);
    expect([...ownRules(mutant), ...together].sort(), mutant.id).toEqual([...rules].sort());
  }
});

test('each is judged alone by all that it breaks', () => {
  for (const mutant of mutants) expect(ownRules(mutant), mutant.id).toEqual(expect.arrayContaining([...mutant.breaks]));
});

test('every file of faulty services has its tests, and every part of the companies', () => {
  const tests = globSync('*.test.ts', { cwd: import.meta.dirname });
  const wanted = [...Object.keys(mutantFiles), ...parts.map((part) => `together-${part}`)].map((name) => `${name}.test.ts`);
  expect(tests).toEqual(expect.arrayContaining(wanted));
});
