import { basename } from 'node:path';
import type { Bindings } from '../binding/bind-rules.ts';
import { type Contract, isClause } from './contract.ts';
import type { Finding } from './finding.ts';
import type { PlacedRule } from './read-rules.ts';

/** Judges the rules by themselves: their ids, clauses and decisions, and that every selector says something of the documents. */
export function checkLedger(contract: Contract, { faults }: Bindings): readonly Finding[] {
  const { rules } = contract;
  const rows = rules.flatMap((placed, index) => {
    const repeated = rules.findIndex(({ rule }) => rule.id === placed.rule.id) < index ? ['its id stands twice'] : [];
    return [...repeated, ...faultsOf(placed, contract)].map((fault) => findingOf(placed.at, placed.rule.id, fault));
  });
  const selectors = faults.map(({ id, selector, message }) => {
    const at = rules.find(({ rule }) => rule.id === id)?.selectorsAt[selector];
    return findingOf(at ?? 'rules', id, message);
  });
  return [...rows, ...selectors];
}

function faultsOf({ rule, at }: PlacedRule, { sections, decisions }: Contract): readonly string[] {
  const faults: string[] = [];
  const family = rule.id.split('-')[0]?.toLowerCase();
  if (!basename(at).startsWith(`${family}.yaml:`)) faults.push(`it belongs in rules/${family}.yaml`);
  if (!isClause(rule.clause, sections)) faults.push(`its clause "${rule.clause}" names no item of sections.yaml`);
  if ((rule.level === 'chosen') !== Boolean(rule.decisions?.length)) faults.push('decisions belong to a chosen rule and to no other');
  if (rule.strength !== undefined && rule.strength !== 'should') faults.push(`its strength is should or is not said`);
  for (const decision of rule.decisions ?? []) if (!decisions.has(decision)) faults.push(`${decision} has no file in decisions/`);
  return faults;
}

function findingOf(where: string, id: string, fault: string): Finding {
  return { where, message: `${id}: ${fault}. Correct the row.` };
}
