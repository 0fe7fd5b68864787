import { expect, test } from 'vitest';
import { SPECS_FOLDER } from '../../lint/contract.ts';
import { checkPlaces, type RulePlace, readPlaces } from '../../lint/places.ts';
import type { Rule } from '../../lint/read-rules.ts';

const rule: Rule = { id: 'ONE-01', level: 'stated', role: 'service', clause: 'Things: 1', statement: 'It is so' };
const place: RulePlace = { rule: 'ONE-01', node: 'schemas/Thing.yaml#/properties/name', at: 'schemas/Thing.yaml:7' };

function findings(row: Rule, ...places: readonly RulePlace[]): readonly string[] {
  return checkPlaces([{ rule: row, at: 'rules/one.yaml:1', selectorsAt: [] }], places).map(({ where }) => where);
}

test('the marks of documents and of problems are read with the node that bears them', () => {
  const places = readPlaces(SPECS_FOLDER);
  expect(places).toContainEqual({
    ...{ rule: 'HOOK-04', node: 'schemas/WebhookCreated.yaml#/properties/secret' },
    at: line('schemas/WebhookCreated.yaml'),
  });
  expect(places).toContainEqual({ rule: 'CONC-02', node: 'problems.yaml#concurrency-conflict', at: line('problems.yaml') });
  function line(file: string): unknown {
    return expect.stringMatching(new RegExp(`^${file}:\\d+$`));
  }
});

test('a rule that one node states, or that says why none does, is accepted', () => {
  expect(findings(rule, place)).toEqual([]);
  expect(findings({ ...rule, nowhere: 'It is about time.' })).toEqual([]);
});

test.each<[string, Rule, readonly RulePlace[]]>([
  ['nothing states', rule, []],
  ['two nodes state', rule, [place, { ...place, node: 'problems.yaml#bad' }]],
  ['a node states although it says that none does', { ...rule, nowhere: 'It is about time.' }, [place]],
])('a rule that %s is refused at its row', (_, row, places) => {
  expect(findings(row, ...places)).toEqual(['rules/one.yaml:1']);
});

test('a mark that names no rule is refused where it stands', () => {
  expect(findings(rule, place, { ...place, rule: 'ONE-02' })).toEqual(['schemas/Thing.yaml:7']);
});
