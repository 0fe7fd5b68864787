import { expect, test } from 'vitest';
import { mutants } from '../../mutants/index.ts';
import { checks } from '../../src/generated/checks/registry.ts';
import { batchesApart, batchesOf, judgementsOf } from './batches.ts';
import { namedRules } from './judge-alone.ts';

const rules = checks.map(({ rule }) => rule);
const batches = batchesOf(mutants);

test('every mutant is in one batch', () => {
  expect(
    batches
      .flat()
      .map(({ id }) => id)
      .toSorted(),
  ).toEqual(mutants.map(({ id }) => id).toSorted());
});

test('every mutant meets every rule exactly once: alone where it names the rule, in a batch otherwise', () => {
  const judgements = batches.flatMap((batch) => judgementsOf(batch, 'a batch', rules));
  for (const mutant of mutants) {
    const together = judgements.filter(({ batch }) => batch.includes(mutant)).flatMap((judgement) => judgement.rules);
    expect([...new Set(namedRules(mutant)), ...together].toSorted(), mutant.id).toEqual(rules.toSorted());
  }
});

test('no member of a batch names a rule that the batch is judged by', () => {
  for (const batch of batches)
    for (const judgement of judgementsOf(batch, 'a batch', rules))
      expect(judgement.batch.flatMap(namedRules).filter((rule) => judgement.rules.includes(rule))).toEqual([]);
});

test('a mutant that would hide the faults of others is a batch of its own', () => {
  for (const batch of batches.filter(({ length }) => length > 1)) expect(batch.filter(({ judgedAlone }) => judgedAlone)).toEqual([]);
});

test('no batch holds two mutants that need settings of their own', () => {
  expect(batches.filter((batch) => batch.filter(({ service }) => service).length > 1)).toEqual([]);
});

test('in a batch of mutants that are apart, no member names a rule that another must break', () => {
  const apart = batchesApart(mutants);
  expect(apart.flat().length).toBe(mutants.length);
  for (const batch of apart)
    for (const { id, mustBreak } of batch) {
      const named = batch.filter((other) => other.id !== id).flatMap(namedRules);
      expect(
        mustBreak.filter((rule) => named.includes(rule)),
        id,
      ).toEqual([]);
    }
});
