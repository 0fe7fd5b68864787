import { styleText } from 'node:util';
import { type Input, isSet, textsOf } from '#command-line';
import { selectRules } from '../engine/select-rules.ts';
import { checks } from '../generated/checks/registry.ts';
import { type Rule, rules } from '../generated/rules.ts';
import { causesOf } from '../model/causes.ts';
import type { Isolation } from '../model/check.ts';
import { fitted } from '../report/fitted.ts';
import { ruleUrl } from '../report/suite.ts';
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
const beside: Readonly<Record<Isolation, string>> = {
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

/** Width of the text if standard output is not a terminal. */
const USUAL_COLUMNS = 100;

/** `business-cloud-conformance explain RULE`. @throws {InputError} */
export function explain({ operands: [id = ''] }: Input, { out }: Streams): number {
  const rule = rules.find((one) => one.id === id.toUpperCase());
  if (rule === undefined) throw unknownRule('explain', id);
  const columns = out.isTTY ? (out.columns ?? USUAL_COLUMNS) : USUAL_COLUMNS;
  out.write(
    `${explained(rule)
      .flatMap((line) => fitted(line, columns))
      .join('\n')}\n`,
  );
  return 0;
}

function explained(rule: Rule): readonly string[] {
  const [row] = ledger([rule]);
  return [
    `${styleText('bold', rule.id)} ${rule.statement}`,
    ...section('Where it comes from', [`clause of the source: ${rule.clause}`, levelOf(rule), ruleUrl(rule.id)]),
    ...section('Operations that it binds', rule.operations.length === 0 ? [] : [rule.operations.join(', ')]),
    ...section('How it is judged', row === undefined ? [] : howJudged(row)),
    ...section('What is not judged', notJudged(rule, row)),
    ...section(`Common mistakes (the suite has caught a ${rule.role} with each)`, (row?.mutants ?? []).map(mistake)),
    ...section(
      'If these fail too, read them first',
      causesOf(
        rule.id,
        rules.map(({ id }) => id),
      ),
    ),
  ];
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ['', `${title}:`, ...lines.map((line) => `  ${line}`)];
}

function levelOf({ level, role }: Rule): string {
  return level === 'stated'
    ? `stated by the source, about a ${role}: judged under every profile`
    : `our own decision where the source is silent, about a ${role}: judged only under --profile reference`;
}

function howJudged({ rule, check }: LedgerRow): readonly string[] {
  if (check === null) return [];
  const sent = sentFor(rule);
  return [
    beside[check],
    ...fromTheBeginning(rule),
    ...(sent === undefined ? [] : [`${sent} (standard budget; --plan estimates it for your target)`]),
  ];
}

/** The work that a check begins before all others, and that goes on beside them. */
function fromTheBeginning(id: string): readonly string[] {
  const begin = checks.find(({ rule }) => rule === id)?.begin;
  return begin === undefined ? [] : [`from the start of the run, beside the other rules: ${begin.what}`];
}

/** What the source leaves open to each role. */
const leftOpen: Readonly<Record<Rule['role'], string>> = {
  service:
    'operations that surface sets to null, and what the source leaves open: statuses that it does not name, bodies of errors, further members',
  receiver:
    'what the source leaves open: elements without an equals sign, empty ones, spaces after a comma, hexadecimal digits in upper case, two t, bodies that are not UTF-8',
  client:
    'what a client need not do: send keys, retry lost calls, keep a token, read in parallel; the suite judges what the client does of these, and skips the rest',
};

/** A pass says nothing about these. The suite never fails a target for what the contract leaves open. */
function notJudged({ level, role, unobservable }: Rule, row: LedgerRow | undefined): readonly string[] {
  const check = row?.check ?? null;
  return [
    ...(unobservable === undefined ? [] : [unobservable]),
    ...(check === null && unobservable === undefined ? [row?.unchecked ?? ''] : []),
    ...(check !== null && level === 'stated' ? [leftOpen[role]] : []),
  ];
}

/** The name of a mutant describes its fault. */
function mistake(mutant: string): string {
  return mutant.replace(/^[A-Z]+-\d+-/, '').replaceAll('-', ' ');
}
