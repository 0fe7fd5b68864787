import { styleText } from 'node:util';
import { type Input, isSet, textsOf } from '#command-line';
import { selectRules } from '../engine/select-rules.ts';
import { rules } from '../generated/rules.ts';
import type { Isolation } from '../model/check.ts';
import { unknownRule } from './common-options.ts';
import { type LedgerRow, ledger, ledgerTable, ledgerTotals } from './ledger/ledger.ts';
import { type Role, roles } from './options.ts';
import { sentFor } from './plan/estimate.ts';
import type { Streams } from './streams.ts';

/** `business-cloud-conformance rules`. @param role whose rules; undefined for all @throws {InputError} */
export function listRules({ settings }: Input, role: Role | undefined, { out }: Streams): number {
  const chosen = role === undefined ? roles : [role];
  const patterns = textsOf(settings, 'rule');
  const selected = new Set(chosen.flatMap((role) => selectRules(patterns, role)));
  if (selected.size === 0) throw unknownRule('--rule', patterns.join(' or '));
  const rows = ledger(rules.filter((rule) => selected.has(rule)));
  out.write(isSet(settings, 'json') ? `${JSON.stringify(rows, null, 2)}\n` : isSet(settings, 'ledger') ? ledgerTable(rows) : list(rows));
  return 0;
}

function list(rows: readonly LedgerRow[]): string {
  const byRule = rows.toSorted((left, right) => left.rule.localeCompare(right.rule));
  return `${[...byRule.map(entry), ledgerTotals(rows)].join('\n')}\n`;
}

/** When the engine runs a check, and what may run beside it. */
export const beside: Readonly<Record<Isolation, string>> = {
  first: 'alone, before all others',
  shared: 'beside others',
  quiet: 'alone, while the suite sends the target nothing else',
  clock: 'beside others that move the clock too',
  'every-delivery': 'alone, after all checks that make the target deliver',
  'every-exchange': 'alone, after all checks whose exchanges it looks at',
  guessing: 'alone, after all others',
};

function entry({ rule, level, role, clause, statement, check, unchecked }: LedgerRow): string {
  const how = check === null ? styleText('yellow', `not checked: ${unchecked}`) : `checked ${beside[check]}`;
  const head = `${styleText('bold', rule.padEnd(8))} ${level}, ${role}; ${clause}`;
  const sent = sentFor(rule);
  const lines = [head, statement, styleText('gray', sent === undefined ? how : `${how}: ${sent}`)];
  return `${lines.join('\n         ')}\n`;
}
