import { expect, test } from 'vitest';
import { contractIds, explainIds } from '../../src/build/contract-references.ts';

const IDS = ['IDEM-11', 'IDEM-12', 'RCV-01', 'RCV-16', 'D-07'];

test.each([
  ['/** Kept (IDEM-11). */', '/** Kept (rule IDEM-11 of `@business-cloud/specs`). */'],
  ['/** Kept (IDEM-11, IDEM-12). */', '/** Kept (rules IDEM-11, IDEM-12 of `@business-cloud/specs`). */'],
  ['/** All (RCV-01 to\n * RCV-16). */', '/** All (rules RCV-01 to\n * RCV-16 of `@business-cloud/specs`). */'],
  ['/** Sealed (D-07). */', '/** Sealed (decision D-07 of `@business-cloud/specs`). */'],
  ['/** Both (IDEM-11, D-07). */', '/** Both (rules and decisions IDEM-11, D-07 of `@business-cloud/specs`). */'],
])('%j becomes %j', (comment, explained) => {
  expect(explainIds(comment, IDS)).toBe(explained);
});

test.each(["type Rule = 'IDEM-11';", "/** @example judge({ rule: 'IDEM-11' }) */", '/** UTF-16, IDEM-111 */'])('%j stays', (text) => {
  expect(explainIds(text, IDS)).toBe(text);
});

test('rules and decisions are known by their ids', async () => {
  expect(await contractIds()).toEqual(expect.arrayContaining(['AUTH-01', 'IDEM-13', 'D-01', 'D-19']));
});
