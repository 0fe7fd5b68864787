import { expect, test } from 'vitest';
import { checkLimits, type Limit, type Limits } from '../../lint/limits.ts';
import { SMALL_CONTRACT } from './small-contract.ts';

const stated: Limit = { description: 'How many.', value: 2, unit: 'times', clause: 'Things: 1' };
const chosen: Limit = { description: 'How long.', value: [1, 2], unit: 's', decision: 'D-01' };

function places(limits: Limits): readonly string[] {
  return checkLimits(limits, SMALL_CONTRACT).map(({ where }) => where);
}

test('a limit whose clause or decision exists is accepted', () => {
  expect(places({ retriesMax: stated, retryDelays: chosen })).toEqual([]);
});

test.each<[string, Limit]>([
  ['of a clause of no section', { ...stated, clause: 'Dreams: 1' }],
  ['of a decision nobody wrote down', { ...chosen, decision: 'D-99' }],
  ['that comes from nowhere', { description: 'How many.', value: 2, unit: 'times' }],
  ['that is stated and chosen', { ...stated, decision: 'D-01' }],
])('a limit %s is refused', (_, limit) => {
  expect(places({ most: limit })).toEqual(['limits.yaml most']);
});

test('more waits than the source allows retries are refused', () => {
  expect(places({ retriesMax: stated, retryDelays: { ...chosen, value: [1, 2, 3] } })).toEqual(['limits.yaml retryDelays']);
});
