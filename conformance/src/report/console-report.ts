import { stripVTControlCharacters, styleText } from 'node:util';
import { settingOf } from '../api/requests.ts';
import { effects } from '../generated/resources.ts';
import { isKnownFailure, isUnexpectedPass } from '../model/baseline.ts';
import { causesFirst, causesOf } from '../model/causes.ts';
import { UNOBSERVABLE } from '../model/conclusion.ts';
import type { ConformanceResult, RuleFailure, RuleResult } from '../model/result.ts';
import type { Outcome } from '../model/verdict.ts';
import { coverageLines } from './coverage-lines.ts';
import { failureFacts, type Run } from './facts.ts';
import { pinnedSteps, shownBody, stepLines, stepsOf } from './failure-steps.ts';
import { fitted } from './fitted.ts';
import { describeHoldUp, describeServerError, type HoldUp, holdUps, serverErrors, serverErrorTitle } from './hold-ups.ts';
import { leftLines } from './left-lines.ts';
import { nextStep } from './next-step.ts';
import { countsLine, mark } from './outcomes.ts';
import { printable, printableIn } from './printable.ts';
import { failureScript } from './scripts/failure-script.ts';

/** If there are more failures, only the first is shown in full. If operations hold up rules, none is. */
const FULL_SHOWN = 3;
/** How many operations with 5xx answers are shown. */
const ERRORS_SHOWN = 4;
/** How many steps of one failure are shown. */
const STEPS_SHOWN = 8;
/** On a narrower screen, the name of a fact has its own line. */
const NARROW = 64;
/** On a wider screen, the column where the values of facts begin. */
const FACT_COLUMN = 18;

const colours = { 0: 'green', 1: 'red', 2: 'yellow' } as const;

/** How the console shows a result. */
export interface Shown {
  /** Columns of the screen. Without them, lines are not broken, for example in a log. */
  readonly columns?: number | undefined;
  /** Whether everything is shown, however long. */
  readonly verbose?: boolean | undefined;
}

/** The whole result as text: failures first, causes before their consequences, then what could not be judged and why, then the counts. */
export function consoleReport(judged: ConformanceResult, { columns, verbose = false }: Shown = {}): string {
  const result = printableIn(judged);
  const { rules, conclusion } = result;
  const failed = rules.filter(({ outcome }) => outcome === 'fail');
  const unknown = causesFirst(failed.filter((rule) => !isKnownFailure(rule)));
  const head = `Judged in ${(result.durationMs / 1000).toFixed(1)} s with ${result.requests} requests, profile ${result.profile}, seed ${result.seed}.`;
  const next = nextStep(result);
  const held = holdUps(result).flatMap(({ open }) => open);
  const lines = [
    ...allFailureLines(unknown, result, { columns, verbose }),
    ...byReason(rules, 'error', 'Errors in the suite itself'),
    ...listed('Known to fail', failed.filter(isKnownFailure), ({ known }) => known ?? ''),
    ...listed(
      'Passed although the baseline says that they fail (--update-baseline removes them)',
      rules.filter(isUnexpectedPass),
      ({ known }) => known ?? '',
    ),
    ...listed(
      'Passed, but judged only in part',
      rules.filter(({ outcome, reason }) => outcome === 'pass' && reason !== null),
      ({ reason }) => reason ?? '',
    ),
    ...byReason(verbose ? rules : rules.filter((rule) => !held.includes(rule)), 'inconclusive', 'Too little was seen to judge'),
    ...byReason(rules, 'skip', 'Skipped'),
    ...absentLines(result),
    ...leftLines(result.cleanup),
    ...serverErrorLines(result, verbose),
    ...coverageLines(rules, verbose),
    '',
    head,
    ...lostLines(result),
    ...(next === undefined ? [] : [styleText('bold', `next: ${next}`)]),
    countsLine(result),
    styleText(colours[conclusion.exitCode], conclusion.headline),
  ];
  return (columns === undefined ? lines : lines.flatMap((line) => fitted(line, columns))).join('\n');
}

/** The rules that one operation holds up share a line. If there are many other failures, they are shown in short. */
function allFailureLines(failed: readonly RuleResult[], result: ConformanceResult, { columns, verbose = false }: Shown): readonly string[] {
  const held = verbose ? [] : holdUps(result);
  const others = failed.filter((rule) => !held.some((one) => one.failed.includes(rule)));
  const ids = others.map(({ id }) => id);
  const shown = verbose || others.length <= FULL_SHOWN ? others.length : Math.max(0, 1 - held.length);
  const [full, short] = [others.slice(0, shown), others.slice(shown)];
  return [
    ...full.flatMap((rule) => (rule.failure ? failureLines(rule, rule.failure, result, columns) : [])),
    ...listed('Failed, in short (--verbose or --rule shows details)', short, ({ id, failure }) => inShort(failure, causesOf(id, ids))),
    ...(held.length === 0 ? [] : ['', 'Held up by operations that are missing or broken:']),
    ...held.map((one) => `  ${markOf(one)} ${describeHoldUp(one)}`),
  ];
}

function markOf({ failed, open }: HoldUp): string {
  return [...failed, ...open].slice(0, 1).map(mark).join('');
}

function inShort(failure: RuleFailure | undefined, causes: readonly string[]): string {
  const due = causes.length === 0 ? '' : ` Perhaps due to ${causes.join(', ')}.`;
  return `${failure?.message} Expected ${failure?.expected}, got ${failure?.actual}.${due}`;
}

function serverErrorLines(result: ConformanceResult, verbose: boolean): readonly string[] {
  const errors = serverErrors(result);
  if (errors.length === 0) return [];
  const shown = verbose ? errors : errors.slice(0, ERRORS_SHOWN);
  const more = errors.length - shown.length;
  const rest = more === 0 ? [] : [`and ${more} more (--verbose shows them)`];
  return ['', serverErrorTitle(errors), ...[...shown.map(describeServerError), ...rest].map((line) => `  ${line}`)];
}

/** Lost answers say something about the network, not about one rule, so the report mentions them once. */
function lostLines({ lostAnswers, requests }: ConformanceResult): readonly string[] {
  if (lostAnswers === 0) return [];
  return [`${lostAnswers} of ${requests} calls got no answer. Each call that is safe to repeat was sent again.`];
}

/** One failure as plain text, without colours. */
export function consoleFailure(rule: RuleResult, failure: RuleFailure, run: Run): string {
  const script = failure.exchanges.length === 0 ? [] : ['  by hand', ...indented(failureScript(rule, failure, run.target))];
  return printable(stripVTControlCharacters([...failureLines(rule, printableIn(failure), run).slice(1), ...script].join('\n')));
}

function failureLines(rule: RuleResult, failure: RuleFailure, run: Run, columns = Number.POSITIVE_INFINITY): readonly string[] {
  const shown = pinnedSteps(failure).slice(-STEPS_SHOWN);
  const hidden = stepsOf(failure).length - shown.length;
  return [
    '',
    `${styleText(['red', 'bold'], `✗ ${rule.id}`)} ${styleText('bold', rule.statement)}`,
    ...failureFacts(rule, failure, run).flatMap(([name, value]) => factLines(name.toLowerCase(), value, columns)),
    ...(hidden > 0 ? [styleText('gray', `  (The JSON and HTML reports show ${hidden} more.)`)] : []),
    ...shown.flatMap((step) => stepLines(step).map((line) => styleText('gray', `    ${line}`))),
  ];
}

function factLines(name: string, value: string, columns: number): readonly string[] {
  const isNarrow = columns < NARROW;
  const indent = isNarrow ? '    ' : ' '.repeat(FACT_COLUMN);
  const lines = shownBody(value)
    .split('\n')
    .flatMap((line) => (Number.isFinite(columns) ? fitted(coloured(name, line), columns - indent.length) : [coloured(name, line)]));
  if (isNarrow) return [styleText('gray', `  ${name}`), ...lines.map((line) => indent + line)];
  return lines.map((line, index) => (index === 0 ? `  ${name}`.padEnd(FACT_COLUMN) : indent) + line);
}

/** In a difference, expected lines are green and actual ones red. */
function coloured(name: string, line: string): string {
  if (name !== 'difference' || !/^[-+] /.test(line)) return line;
  return styleText(line.startsWith('-') ? 'green' : 'red', line);
}

function indented(text: string): readonly string[] {
  return text.split('\n').map((line) => styleText('gray', `    ${line}`));
}

function listed(title: string, found: readonly RuleResult[], why: (rule: RuleResult) => string): readonly string[] {
  if (found.length === 0) return [];
  return ['', `${title}:`, ...found.map((rule) => `  ${mark(rule)} ${rule.id.padEnd(8)} ${shownBody(why(rule))}`)];
}

/** Optional operations that the target lacks. One line for each resource, since a service that has just begun lacks most of them. */
function absentLines({ absent = [] }: ConformanceResult): readonly string[] {
  if (absent.length === 0) return [];
  const ofResources = Map.groupBy(absent, (operation) => effects[operation]?.resource);
  return [
    '',
    'Absent, so no rule binds them (if one is at another path, set it in surface):',
    ...[...ofResources.values()].map((of) => `  ${of.map((one) => `${one} (surface.${settingOf(one)})`).join(', ')}`),
  ];
}

/** Rules with this outcome, grouped by reason. */
function byReason(rules: readonly RuleResult[], outcome: Outcome, title: string): readonly string[] {
  const groups = Map.groupBy(
    rules.filter((rule) => rule.outcome === outcome),
    ({ lacks, reason }) => (lacks === UNOBSERVABLE ? lacks : (reason ?? '')),
  );
  if (groups.size === 0) return [];
  const lines = [...groups].map(
    ([reason, [first, ...more]]) =>
      `  ${first && mark(first)} ${shownBody(reason).replace(/\.$/, '')}: ${[first, ...more].map((rule) => rule?.id).join(' ')}`,
  );
  return ['', `${title}:`, ...lines];
}
