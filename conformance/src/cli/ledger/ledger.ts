import { clientChecks } from '../../generated/checks/client-registry.ts';
import { receiverChecks } from '../../generated/checks/receiver-registry.ts';
import { checks } from '../../generated/checks/registry.ts';
import type { Rule } from '../../generated/rules.ts';
import type { Isolation } from '../../model/check.ts';
import recorded from './mutants.json' with { type: 'json' };

/** One rule: its clause, the operations that it binds, its check, and the faulty targets that prove the check. */
export interface LedgerRow {
  readonly clause: string;
  readonly rule: string;
  readonly level: Rule['level'];
  readonly role: Rule['role'];
  readonly statement: string;
  readonly operations: readonly string[];
  /** How the check runs; null if there is none. */
  readonly check: Isolation | null;
  /** Why there is no check; null if there is one. */
  readonly unchecked: string | null;
  /** Faulty services, receivers or clients that the check must catch, by name. */
  readonly mutants: readonly string[];
}

/** A faulty service, receiver or client, and the rules that it breaks. */
export interface Proof {
  readonly id: string;
  readonly mustBreak: readonly string[];
}

/** The rows of the rules, grouped by clause in order of first appearance. @param proofs by default the recorded ones */
export function ledger(rules: readonly Rule[], proofs: readonly Proof[] = recorded): readonly LedgerRow[] {
  return [...Map.groupBy(rules, ({ clause }) => clause).values()].flat().map((rule) => rowOf(rule, proofs));
}

function rowOf({ id, clause, level, role, statement, operations, unobservable }: Rule, proofs: readonly Proof[]): LedgerRow {
  const check = [...checks, ...receiverChecks, ...clientChecks].find(({ rule }) => rule === id)?.isolation ?? null;
  const killed = proofs.filter(({ mustBreak }) => mustBreak.includes(id)).map((proof) => proof.id);
  const unchecked = check === null ? (unobservable ?? 'this version of the suite has no check for this rule') : null;
  return { clause, rule: id, level, role, statement, operations, check, unchecked, mutants: killed };
}
