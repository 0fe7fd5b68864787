import { type Contract, isClause } from './contract.ts';
import type { Finding } from './finding.ts';

/** Judges rules.yaml by itself: its clauses and decisions exist, and every operation that it names is described. */
export function checkLedger({ rules, sections, decisions }: Contract, names: ReadonlySet<string>): readonly Finding[] {
  return [...rules.values()].flatMap((rule) => {
    const faults = rule.operations.filter((name) => !names.has(name)).map((name) => `no operation or event type is called ${name}`);
    if (rule.operations.length === 0) faults.push('it binds nothing');
    if (!isClause(rule.clause, sections)) faults.push(`its clause "${rule.clause}" begins with no heading of sections.yaml`);
    if ((rule.level === 'chosen') !== Boolean(rule.decisions?.length)) faults.push('decisions belong to a chosen rule and to no other');
    for (const decision of rule.decisions ?? []) if (!decisions.has(decision)) faults.push(`${decision} has no file in decisions/`);
    return faults.map((fault) => ({ where: `rules.yaml ${rule.id}`, message: `${fault}. Correct the row.` }));
  });
}
