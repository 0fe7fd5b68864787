import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { mutants } from '../../mutants/index.ts';
import { groupsOf, ownRules, rules } from './groups.ts';
import { parts } from './kill-matrix.ts';

test('every faulty service is judged by every rule exactly once, alone or together with others', () => {
  const groups = groupsOf(mutants);
  for (const mutant of mutants) {
    const together = groups.filter(({ company }) => company.includes(mutant)).flatMap(({ others }) => others);
    expect([...ownRules(mutant), ...together].sort(), mutant.id).toEqual([...rules].sort());
  }
});

test('each is judged alone by all that it breaks', () => {
  for (const mutant of mutants) expect(ownRules(mutant), mutant.id).toEqual(expect.arrayContaining([...mutant.mustBreak]));
});

test('every part of the matrix has its tests', () => {
  const tests = globSync('kill-matrix-*.test.ts', { cwd: import.meta.dirname });
  expect(tests.sort()).toEqual(Array.from({ length: parts }, (_, index) => `kill-matrix-${index + 1}.test.ts`));
  for (const [index, name] of tests.entries())
    expect(readFileSync(`${import.meta.dirname}/${name}`, 'utf8')).toContain(`judgePart(${index + 1})`);
});
