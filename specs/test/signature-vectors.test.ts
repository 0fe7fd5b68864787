import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readContract } from '../lint/contract.ts';

const contract = readContract();
const ids = contract.rules.map(({ rule }) => rule.id);
const FOLDER = join(contract.examples, 'signatures');
const FILES = readdirSync(FOLDER).filter((file) => file.endsWith('.json'));
const MEMBERS = ['bodyBase64', 'description', 'expected', 'header', 'nowSeconds', 'rules', 'secret', 'toleranceSeconds'];

test('every kind of refusal has a vector, and so has acceptance', () => {
  const kinds = new Set(FILES.map((file) => JSON.parse(readFileSync(join(FOLDER, file), 'utf8')).expected));
  expect([...kinds].sort()).toEqual(
    ['accepted', 'malformed-header', 'mismatch', 'missing-header', 'no-timestamp', 'no-v2', 'too-new', 'too-old'].sort(),
  );
});

test.for(FILES)('%s has the members of a vector, is named for what is expected, and names rules that exist', (file) => {
  const vector = JSON.parse(readFileSync(join(FOLDER, file), 'utf8'));
  expect(Object.keys(vector).sort()).toEqual(MEMBERS);
  expect(file.startsWith(vector.expected === 'accepted' ? 'valid-' : vector.expected)).toBe(true);
  expect(vector.rules.length).toBeGreaterThan(0);
  expect(ids).toEqual(expect.arrayContaining(vector.rules));
  expect(Buffer.from(vector.bodyBase64, 'base64').toString('base64')).toBe(vector.bodyBase64);
});
