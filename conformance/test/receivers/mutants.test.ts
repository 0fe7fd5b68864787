import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { fileOf } from '../../mutants/index.ts';
import { receiverMutantFiles, receiverMutants } from '../../mutants/receivers.ts';
import { receiverChecks } from '../../src/generated/checks/receiver-registry.ts';

test('every check of a receiver has a file of faulty receivers, and there is no other', () => {
  const files = globSync('rcv/*.ts', { cwd: new URL('../../mutants/', import.meta.url) }).toSorted();
  expect(files).toEqual(receiverChecks.map(({ rule }) => fileOf(rule)).toSorted());
  expect(receiverMutantFiles.toSorted()).toEqual(files);
});

test('every faulty receiver is named once, for the rule that it was made for', () => {
  expect(new Set(receiverMutants.map(({ id }) => id)).size).toBe(receiverMutants.length);
  expect(receiverMutants.filter(({ id, mustBreak: [rule] }) => !id.startsWith(rule))).toEqual([]);
});

test('there are sixty of them at least, one for each check at least', () => {
  expect(receiverMutants.length).toBeGreaterThanOrEqual(60);
  const caught = new Set(receiverMutants.map(({ mustBreak: [rule] }) => rule));
  expect(receiverChecks.map(({ rule }) => rule).filter((rule) => !caught.has(rule))).toEqual([]);
});
