import { choiceOf, choicesOf, InputError, isSet, numberOf, type Settings, textOf, textsOf } from '#command-line';
import { defined, nearest } from '#runtime';
import { durationMs } from '../config/defaults.ts';
import { matching, selectRules } from '../engine/select-rules.ts';
import { type Rule, rules } from '../generated/rules.ts';
import { isOwnRule } from '../model/judged-rule.ts';
import type { RunOptions } from '../model/run-options.ts';
import { familyOf, type ReporterKind, type Role, reporterKinds } from './options.ts';

/** A duration, as it was written and in milliseconds. */
interface Duration {
  readonly text: string;
  readonly ms: number;
}

/** The longest that a timer can wait. */
const LONGEST_MS = 2_147_483_647;

/** A report to write. Without a file it goes to standard output. */
export interface Reporter {
  readonly kind: ReporterKind;
  readonly file?: string;
}

/** Options that the commands of all roles take. */
export interface CommonOptions extends Omit<RunOptions, 'onEvent' | 'signal' | 'abandon'> {
  readonly rules: readonly string[];
  /** How often failed rules are judged again. */
  readonly repeats?: number;
  readonly maxTime?: Duration;
  readonly plan: boolean;
  /** Whether the console shows everything. */
  readonly verbose: boolean;
  readonly baselineFile?: string;
  readonly updateBaseline: boolean;
  readonly replayFile?: string;
  readonly reporters: readonly Reporter[];
  /** The folder to write a script for each failure to. */
  readonly scripts?: string;
}

/** Reads the options that the commands of all roles take. @throws {InputError} */
export function commonOptions(settings: Settings, role: Role): CommonOptions {
  const rules = rulePatterns(settings, 'rule', role);
  const baselineFile = textOf(settings, 'baseline');
  const updateBaseline = isSet(settings, 'update-baseline');
  if (updateBaseline && baselineFile === undefined)
    throw new InputError('--update-baseline needs --baseline FILE: name the file to write.');
  const failOn = choicesOf(settings, 'fail-on', ['skip', 'stale']);
  if (failOn.includes('stale') && baselineFile === undefined)
    throw new InputError('--fail-on stale needs --baseline FILE: name the baseline that may be stale.');
  return {
    rules,
    bail: isSet(settings, 'bail'),
    plan: isSet(settings, 'plan'),
    verbose: isSet(settings, 'verbose'),
    updateBaseline,
    require: rulePatterns(settings, 'require', role),
    failOnSkip: failOn.includes('skip'),
    failOnStale: failOn.includes('stale'),
    allowInconclusive: choiceOf(settings, 'allow', ['inconclusive']) !== undefined,
    reporters: reportersOf(settings),
    ...defined({
      profile: choiceOf(settings, 'profile', ['stated', 'reference']),
      budget: choiceOf(settings, 'budget', ['quick', 'standard', 'thorough']),
      seed: numberOf(settings, 'seed', -0x7fffffff, 0x7fffffff),
      repeats: numberOf(settings, 'flaky', 1, 100),
      workers: numberOf(settings, 'workers', 1, 64),
      requestsPerSecond: numberOf(settings, 'rate', 1, 100_000),
      waitForMs: durationOf(settings, 'wait-for')?.ms,
      requestWithinMs: durationOf(settings, 'request-timeout')?.ms,
      maxTime: durationOf(settings, 'max-time'),
      baselineFile,
      replayFile: textOf(settings, 'replay'),
      scripts: textOf(settings, 'scripts'),
    }),
  };
}

function rulePatterns(settings: Settings, name: string, role: Role): readonly string[] {
  const patterns = textsOf(settings, name);
  const unknown = patterns.find((pattern) => !isOwnRule(pattern) && selectRules([pattern], role).length === 0);
  if (unknown === undefined) return patterns;
  throw unknownRule(`--${name}`, unknown, role);
}

/** Two reports in one place would make each unreadable. */
function reportersOf(settings: Settings): readonly Reporter[] {
  const texts = textsOf(settings, 'reporter');
  const reporters = (texts.length === 0 ? ['console'] : texts).map(parseReporter);
  for (const [index, { kind, file }] of reporters.entries()) {
    const other = reporters.slice(0, index).find((earlier) => earlier.file === file);
    if (other)
      throw new InputError(
        `--reporter: ${other.kind} and ${kind} both go to ${file ?? 'standard output'}; name another file for one of them.`,
      );
  }
  return reporters;
}

function parseReporter(text: string): Reporter {
  const at = text.indexOf('=');
  const written = at < 0 ? text : text.slice(0, at);
  const kind = reporterKinds.find((one) => one === written);
  if (kind === undefined) throw new InputError(`--reporter must be one of ${reporterKinds.join(', ')}, and not ${written}.`);
  if (at === text.length - 1) throw new InputError(`--reporter ${text}: name a file after the equals sign.`);
  return { kind, ...(at >= 0 && { file: text.slice(at + 1) }) };
}

/** @throws {InputError} unless it is a time between 1 ms and 24 days */
function durationOf(settings: Settings, name: string): Duration | undefined {
  const text = textOf(settings, name);
  if (text === undefined) return undefined;
  const ms = durationMs(text);
  if (ms === undefined || ms < 1 || ms > LONGEST_MS)
    throw new InputError(`--${name}: ${text} is not a time between 1ms and 24d; write one such as 90s, 10m or 2h.`);
  return { text, ms };
}

/** Says that no rule has this id, and suggests the nearest. @param role whose rules are meant; undefined for all */
export function unknownRule(where: string, written: string, role?: Rule['role']): InputError {
  const ids = (role === undefined ? rules : selectRules([], role)).map(({ id }) => id);
  // A rule of another role is not misspelt.
  const meant = matching(rules, [written]).length > 0 ? undefined : nearest(written.toUpperCase(), ids);
  const family = familyOf(role ?? 'service');
  const advice = meant === undefined ? `use an id such as ${family}-03, or a pattern such as '${family}-*'` : `write ${meant}`;
  const of = role === undefined ? '' : `${role} `;
  return new InputError(`${where}: no ${of}rule is called ${written}; ${advice}; 'business-cloud-conformance rules' lists them.`);
}
