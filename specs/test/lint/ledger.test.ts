import { expect, test } from 'vitest';
import { bindRules } from '../../binding/bind-rules.ts';
import { checkLedger } from '../../lint/ledger.ts';
import type { Rule } from '../../lint/read-rules.ts';
import { SMALL_CONTRACT } from './small-contract.ts';
import { smallAsyncApi, smallOpenApi } from './small-documents.ts';

const good: Rule = {
  id: 'ONE-01',
  level: 'stated',
  role: 'service',
  clause: 'Things: 1',
  statement: 'It is so',
  binds: { operation: true },
};

function findings(...rules: readonly Rule[]): readonly string[] {
  const placed = rules.map((rule, index) => ({
    rule,
    at: `rules/one.yaml:${index * 9 + 1}`,
    selectorsAt: [`rules/one.yaml:${index * 9 + 7}`],
  }));
  const bindings = bindRules(rules, [smallOpenApi(), smallAsyncApi()]);
  return checkLedger({ ...SMALL_CONTRACT, rules: placed }, bindings).map(({ where }) => where);
}

test('a rule whose clause, decisions and selectors say something is accepted', () => {
  expect(findings(good)).toEqual([]);
  expect(findings({ ...good, level: 'chosen', decisions: ['D-01'] })).toEqual([]);
});

test.each<[string, Rule]>([
  ['of another family', { ...good, id: 'TWO-01' }],
  ['with a clause of no section', { ...good, clause: 'Dreams: 1' }],
  ['that is chosen without a decision', { ...good, level: 'chosen' }],
  ['that is stated and names a decision', { ...good, decisions: ['D-01'] }],
  ['that names a decision nobody wrote down', { ...good, level: 'chosen', decisions: ['D-99'] }],
])('a rule %s is refused at its row', (_, rule) => {
  expect(findings(rule)).toEqual(['rules/one.yaml:1']);
});

test('an id that stands twice is refused at the second row', () => {
  expect(findings(good, good)).toEqual(['rules/one.yaml:10']);
});

test.each<[string, unknown]>([
  ['nothing', undefined],
  ['an operation that no document has', { operation: 'loseThing' }],
  ['what no operation is', { method: 'DELETE', idempotency: true }],
])('a selector of %s is refused at its line', (_, binds) => {
  expect(findings({ ...good, binds })).toEqual(['rules/one.yaml:7']);
});
