import { styleText } from 'node:util';
import type { Input } from '#command-line';
import { checks } from '../generated/checks/registry.ts';
import { type Rule, rules } from '../generated/rules.ts';
import { causesOf } from '../model/causes.ts';
import { fitted } from '../report/fitted.ts';
import { ruleUrl } from '../report/rule-url.ts';
import { type LedgerRow, ledger } from './ledger/ledger.ts';
import { beside } from './rules.ts';
import { sentFor } from './sent-for.ts';
import type { Streams } from './streams.ts';
import { unknownRule } from './unknown-rule.ts';

/** Width of a page that is no terminal. */
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
    ...section('What it binds', rule.operations.length === 0 ? [] : [rule.operations.join(', ')]),
    ...section('How it is judged', row === undefined ? [] : howJudged(row)),
    ...section('What is not judged', notJudged(rule, row)),
    ...section(`Common mistakes: ${rule.role}s with one of them are caught`, (row?.mutants ?? []).map(mistake)),
    ...section(
      'Read of these first, where they fail too',
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
    ? `stated by the source, of a ${role}: judged under every profile`
    : `our own decision where the source is silent, of a ${role}: judged under --profile reference alone`;
}

function howJudged({ rule, check }: LedgerRow): readonly string[] {
  if (check === null) return [];
  const sent = sentFor(rule);
  return [
    beside[check],
    ...fromTheBeginning(rule),
    ...(sent === undefined ? [] : [`${sent} (standard budget; --plan tells it of your target)`]),
  ];
}

/** What goes on beside all other rules before this one is judged. */
function fromTheBeginning(id: string): readonly string[] {
  const begin = checks.find(({ rule }) => rule === id)?.begin;
  return begin === undefined ? [] : [`from the beginning of the run, beside all others: ${begin.what}`];
}

/** What the source leaves open to each role. */
const leftOpen: Readonly<Record<Rule['role'], string>> = {
  service:
    'operations that surface sets to null; what the source leaves open: statuses that it does not name, bodies of errors, further members',
  receiver:
    'what the source leaves open: elements without an equals sign, empty ones, spaces after a comma, hexadecimal digits in upper case, two t, bodies that are not UTF-8',
  client:
    'what a client need not do: send keys, repeat what was lost, keep a token, read in parallel; what it does of this is judged, and the rest is skipped',
};

/** A pass says nothing of these: what the contract leaves open is never held against anybody. */
function notJudged({ level, role, unobservable }: Rule, row: LedgerRow | undefined): readonly string[] {
  const check = row?.check ?? null;
  return [
    ...(unobservable === undefined ? [] : [unobservable]),
    ...(check === null && unobservable === undefined ? [row?.unchecked ?? ''] : []),
    ...(check !== null && level === 'stated' ? [leftOpen[role]] : []),
  ];
}

/** The name of a faulty peer says what is wrong with it. */
function mistake(mutant: string): string {
  return mutant.replace(/^[A-Z]+-\d+-/, '').replaceAll('-', ' ');
}
