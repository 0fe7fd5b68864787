import { expect, test } from 'vitest';
import type { Rule } from '../../lint/contract.ts';
import { checkLedger } from '../../lint/ledger.ts';
import { SMALL_CONTRACT } from './small-contract.ts';

const names = new Set(['replaceThing', 'deleteThing']);
const good: Rule = {
  id: 'ONE-01',
  level: 'stated',
  role: 'service',
  clause: 'Things: 1',
  statement: 'It is so',
  operations: ['replaceThing'],
};

function findings(rule: Rule): number {
  return checkLedger({ ...SMALL_CONTRACT, rules: new Map([[rule.id, rule]]) }, names).length;
}

test('a rule whose clause, decisions and operations exist is accepted', () => {
  expect(findings(good)).toBe(0);
  expect(findings({ ...good, level: 'chosen', decisions: ['D-01'] })).toBe(0);
});

test.each<[string, Rule]>([
  ['that binds nothing', { ...good, operations: [] }],
  ['that binds an operation that no document has', { ...good, operations: ['loseThing'] }],
  ['with a clause of no section', { ...good, clause: 'Dreams: 1' }],
  ['that is chosen without a decision', { ...good, level: 'chosen' }],
  ['that is stated and names a decision', { ...good, decisions: ['D-01'] }],
  ['that names a decision nobody wrote down', { ...good, level: 'chosen', decisions: ['D-99'] }],
])('a rule %s is refused', (_, rule) => {
  expect(findings(rule)).toBe(1);
});
