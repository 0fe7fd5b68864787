import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { placesOf } from '../../../ledger/places.ts';
import { checks } from '../../../src/generated/checks/registry.ts';
import { rules } from '../../../src/generated/rules.ts';

function read(path: string): string {
  return readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8');
}

test('the file of the statement of every rule holds it', () => {
  const missing = rules.filter(({ id }) => !read(placesOf(id).statement).includes(`- id: ${id}\n`)).map(({ id }) => id);
  expect(missing).toEqual([]);
});

test('every rule that is judged has a check and mutants at the path that its id says', () => {
  const without = checks
    .map(({ rule }) => ({ rule, ...placesOf(rule) }))
    .filter(({ check, mutants }) => check === undefined || mutants === undefined);
  expect(without).toEqual([]);
});

test('the scenarios of a check are files', () => {
  const scenarios = checks.flatMap(({ rule }) => placesOf(rule).scenarios);
  expect(scenarios.length).toBeGreaterThan(checks.length / 2);
  expect(scenarios.filter((path) => !existsSync(new URL(`../../../../${path}`, import.meta.url)))).toEqual([]);
});
