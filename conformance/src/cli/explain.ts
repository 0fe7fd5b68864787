import { styleText } from 'node:util';
import type { Input } from '#command-line';
import { checks } from '../generated/checks/registry.ts';
import { type Rule, rules } from '../generated/rules.ts';
import { causesOf } from '../model/causes.ts';
import { fitted } from '../report/fitted.ts';
import { ruleUrl } from '../report/suite.ts';
import { unknownRule } from './common-options.ts';
import { type LedgerRow, ledger } from './ledger/ledger.ts';
import { sentFor } from './plan/estimate.ts';
import { beside } from './rules.ts';
import type { Streams } from './streams.ts';

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
