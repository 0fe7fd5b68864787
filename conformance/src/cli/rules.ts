import { styleText } from 'node:util';
import { selectRules } from '../engine/select-rules.ts';
import { rules } from '../generated/rules.ts';
import type { Isolation } from '../model/check.ts';
import { oneOf, parseArguments } from './argument.ts';
import { type LedgerRow, ledger } from './ledger/ledger.ts';
import { ledgerTable, ledgerTotals } from './ledger/ledger-table.ts';
import { sentFor } from './sent-for.ts';
import type { Streams } from './streams.ts';
import { unknownRule } from './unknown-rule.ts';

const help = `Lists the rules with their clause of the source, level, role, and check. If a rule has no check, the list says why.

Usage: business-cloud-conformance rules [options]

  --ledger         clause -> rule -> operations -> check -> faulty targets that it catches, as a Markdown table
  --json           as JSON
  --rule PATTERN   only these rules, for example IDEM-03 or 'IDEM-*'; may be repeated
  --role ROLE      service, receiver or client (default: all)
  --help           this text

Example:
  business-cloud-conformance rules --ledger --rule 'IDEM-*'
`;

const roles = ['service', 'receiver', 'client'] as const;

/** `business-cloud-conformance rules`. @throws UsageError */
export function rulesCommand(args: readonly string[], { out }: Streams): number {
  const flags = {
    ledger: { type: 'boolean' },
    json: { type: 'boolean' },
    rule: { type: 'string', multiple: true },
    role: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  } as const;
  const { values } = parseArguments('rules', args, flags, false);
  if (values.help) {
    out.write(help);
    return 0;
  }
  const chosen = values.role === undefined ? roles : [oneOf('--role', values.role, roles)];
  const patterns = values.rule ?? [];
  const selected = new Set(chosen.flatMap((role) => selectRules(patterns, role)));
  if (selected.size === 0) throw unknownRule('--rule', patterns.join(' or '));
  const rows = ledger(rules.filter((rule) => selected.has(rule)));
  out.write(values.json ? `${JSON.stringify(rows, null, 2)}\n` : values.ledger ? ledgerTable(rows) : list(rows));
  return 0;
}

function list(rows: readonly LedgerRow[]): string {
  const byRule = rows.toSorted((left, right) => left.rule.localeCompare(right.rule));
  return `${[...byRule.map(entry), ledgerTotals(rows)].join('\n')}\n`;
}

/** What a check is judged beside, as the engine schedules it. */
export const beside: Readonly<Record<Isolation, string>> = {
  first: 'alone, before all others',
  shared: 'beside others',
  quiet: 'alone, while nothing else happens at the target',
  clock: 'beside others that move the clock too',
  'every-delivery': 'alone, after all that make the target deliver',
  guessing: 'alone, after all others',
};

function entry({ rule, level, role, clause, statement, check, unchecked }: LedgerRow): string {
  const how = check === null ? styleText('yellow', `not checked: ${unchecked}`) : `checked ${beside[check]}`;
  const head = `${styleText('bold', rule.padEnd(8))} ${level}, ${role}; ${clause}`;
  const sent = sentFor(rule);
  const lines = [head, statement, styleText('gray', sent === undefined ? how : `${how}: ${sent}`)];
  return `${lines.join('\n         ')}\n`;
}
