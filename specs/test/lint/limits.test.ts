import { expect, test } from 'vitest';
import { checkLimits, type PlacedLimit as Limit, type Limits } from '../../lint/limits.ts';
import { SMALL_CONTRACT } from './small-contract.ts';

const stated: Limit = { at: 'limits.yaml:3', description: 'How many.', value: 2, unit: 'times', clause: 'Things: 1', better: 'higher' };
const chosen: Limit = { at: 'limits.yaml:7', description: 'How long.', value: [1, 2], unit: 's', decision: 'D-01', better: 'neither' };

function places(limits: Limits): readonly string[] {
  return checkLimits(limits, SMALL_CONTRACT).map(({ where }) => where);
}

test('a limit whose clause or decision exists is accepted', () => {
  expect(places({ retriesMax: stated, retryDelays: chosen })).toEqual([]);
});

test.each<[string, Limit]>([
  ['of a clause of no section', { ...stated, clause: 'Dreams: 1' }],
  ['of a decision nobody wrote down', { ...chosen, decision: 'D-99' }],
  ['that comes from nowhere', { at: 'limits.yaml:3', description: 'How many.', value: 2, unit: 'times', better: 'lower' }],
  ['that is stated and chosen', { ...stated, decision: 'D-01' }],
  ['that is a list and has a direction', { ...chosen, better: 'lower' }],
])('a limit %s is refused', (_, limit) => {
  expect(places({ most: limit })).toEqual([limit.at]);
});

test('a limit that does not say which direction is wider is refused', () => {
  const { better: _, ...undirected } = stated;
  // What a YAML file holds has no type.
  expect(places(JSON.parse(JSON.stringify({ most: undirected })))).toEqual([stated.at]);
});

test.each([[[1]], [[1, 2, 3]]])('waits that are not as many as the retries are refused', (value) => {
  expect(places({ retriesMax: stated, retryDelays: { ...chosen, value } })).toEqual(['limits.yaml:7']);
});
