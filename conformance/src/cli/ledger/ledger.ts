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
interface Proof {
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

/** How many operations a cell names. The JSON form has them all. */
const OPERATIONS_SHOWN = 3;

/** The ledger as a Markdown table: clause, rule, operations, check, mutants killed. */
export function ledgerTable(rows: readonly LedgerRow[]): string {
  const header = ['Clause', 'Rule', 'Operations', 'Check', 'Mutants killed'];
  const cells = rows.map((row) => [
    row.clause,
    row.rule,
    operationsCell(row),
    row.check ?? `none: ${row.unchecked}`,
    row.mutants.join(', '),
  ]);
  const lines = [header, header.map(() => '---'), ...cells].map((line) => `| ${line.map(cell).join(' | ')} |`);
  return `${lines.join('\n')}\n`;
}

/** The totals of the rows, in one line. */
export function ledgerTotals(rows: readonly LedgerRow[]): string {
  const checked = rows.filter(({ check }) => check !== null).length;
  const proved = rows.filter(({ mutants }) => mutants.length > 0).length;
  const [role, ...otherRoles] = new Set(rows.map((row) => row.role));
  const peers = role === undefined || otherRoles.length > 0 ? 'targets' : `${role}s`;
  const mutants = new Set(rows.flatMap((row) => row.mutants)).size;
  return `${rows.length} rules, ${checked} checked, ${proved} proved by ${mutants} faulty ${peers}`;
}

function operationsCell({ operations }: LedgerRow): string {
  const more = operations.length - OPERATIONS_SHOWN;
  return more <= 0 ? operations.join(', ') : `${operations.slice(0, OPERATIONS_SHOWN).join(', ')} and ${more} more`;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}
