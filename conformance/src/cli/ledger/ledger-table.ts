import type { LedgerRow } from './ledger.ts';

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
