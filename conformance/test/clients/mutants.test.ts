import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { clientMutantFiles, clientMutants } from '../../mutants/clients.ts';
import { fileOf } from '../../mutants/index.ts';
import { clientChecks } from '../../src/generated/checks/client-registry.ts';
import { clientVariations } from '../../variations/clients.ts';

test('every check of a client has a file of faulty clients, and there is no other', () => {
  const files = globSync('cli/*.ts', { cwd: new URL('../../mutants/', import.meta.url) }).toSorted();
  expect(files).toEqual(clientChecks.map(({ rule }) => fileOf(rule)).toSorted());
  expect(clientMutantFiles.toSorted()).toEqual(files);
});

test('every faulty client is named once, for the rule that it was made for', () => {
  expect(new Set(clientMutants.map(({ id }) => id)).size).toBe(clientMutants.length);
  expect(clientMutants.filter(({ id, mustBreak: [rule] }) => !id.startsWith(rule))).toEqual([]);
});

test('there are fifty of them at least, some for each check, and ten legal ones', () => {
  expect(clientMutants.length).toBeGreaterThanOrEqual(50);
  const caught = new Set(clientMutants.map(({ mustBreak: [rule] }) => rule));
  expect(clientChecks.map(({ rule }) => rule).filter((rule) => !caught.has(rule))).toEqual([]);
  expect(clientVariations.length).toBeGreaterThanOrEqual(10);
});
