import { expect, test } from 'vitest';
import { exampleFaults } from './example-program.ts';
import { publicExports } from './public-exports.ts';

const all = publicExports();
// An example in the contract is a value, and no program.
const members = all.filter(({ place }) => !place.includes('/generated/'));

test('every public function has an example', () => {
  const without = members.filter(({ callable, examples }) => callable && examples.length === 0);
  expect(members.filter(({ callable }) => callable).length).toBeGreaterThan(40);
  expect(without.map(({ name, place }) => `${name} at ${place}`)).toEqual([]);
});

test('every example compiles', () => {
  expect(exampleFaults(members, all)).toEqual([]);
});

test('an example that does not fit its function is found', () => {
  const [one] = members.filter(({ name }) => name === 'isClientError');
  if (one === undefined) throw new Error('There is no isClientError.');
  expect(exampleFaults([{ ...one, examples: ['isClientEror(1);', 'isClientError(1).code;'] }], all)).toHaveLength(2);
});
