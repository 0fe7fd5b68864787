import { basename } from 'node:path';
import type { Bindings } from '../binding/bind-rules.ts';
import { limitWords, NUMBER_WITH_UNIT } from '../binding/limit-text.ts';
import { type Contract, isClause } from './contract.ts';
import type { Finding } from './finding.ts';
import type { PlacedRule } from './read-rules.ts';

/** Judges the rules by themselves: their ids, clauses and decisions, and that every selector says something of the documents. */
export function checkLedger(contract: Contract, { faults }: Bindings): readonly Finding[] {
  const { rules } = contract;
  const rows = rules.flatMap((placed, index) => {
    const repeated = rules.findIndex(({ rule }) => rule.id === placed.rule.id) < index ? ['its id is there twice'] : [];
    return [...repeated, ...faultsOf(placed, contract)].map((fault) => findingOf(placed.at, placed.rule.id, fault));
  });
  const selectors = faults.map(({ id, selector, message }) => {
    const at = rules.find(({ rule }) => rule.id === id)?.selectorsAt[selector];
    return findingOf(at ?? 'rules', id, message);
  });
  return [...rows, ...selectors];
}

function faultsOf({ rule, at }: PlacedRule, { sections, decisions, limits }: Contract): readonly string[] {
  const faults: string[] = [];
  const family = rule.id.split('-')[0]?.toLowerCase();
  if (!basename(at).startsWith(`${family}.yaml:`)) faults.push(`it belongs in rules/${family}.yaml`);
  if (!isClause(rule.clause, sections)) faults.push(`its clause "${rule.clause}" names no item of sections.yaml`);
  if ((rule.level === 'chosen') !== Boolean(rule.decisions?.length)) faults.push('decisions belong to a chosen rule and to no other');
  for (const number of numbersIn(rule.statement)) {
    if (![...limits.values()].some((limit) => limitWords(limit) === number)) faults.push(`no limit is ${number}, which its statement says`);
  }
  for (const decision of rule.decisions ?? []) if (!decisions.has(decision)) faults.push(`${decision} has no file in decisions/`);
  return faults;
}

/** The numbers with a unit that a statement says; the rules repeat those of limits.yaml and are held to them. */
function numbersIn(statement: string): readonly string[] {
  return [...statement.matchAll(new RegExp(NUMBER_WITH_UNIT, 'g'))].map(([number]) => number);
}

function findingOf(where: string, id: string, fault: string): Finding {
  return { where, message: `${id}: ${fault}. Correct the row.` };
}
