import { selectRules } from '../engine/select-rules.ts';
import type { Rule } from '../generated/rules.ts';
import { isOwnRule } from '../model/own-check.ts';
import type { Budget } from '../model/result.ts';
import type { Profile } from '../model/rule-result.ts';
import { type Duration, duration, oneOf, wholeNumber } from './argument.ts';
import { type ReporterKind, reporterKinds } from './reporter.ts';
import { unknownRule } from './unknown-rule.ts';
import { UsageError } from './usage-error.ts';

/** A report to write: to standard output if there is no file. */
export interface Reporter {
  readonly kind: ReporterKind;
  readonly file?: string;
}

/** What every role's command takes. */
export interface CommonOptions {
  readonly profile?: Profile;
  readonly rules: readonly string[];
  readonly budget?: Budget;
  readonly seed?: number;
  readonly bail: boolean;
  readonly repeats?: number;
  readonly workers?: number;
  readonly requestsPerSecond?: number;
  readonly waitForMs?: number;
  readonly requestWithinMs?: number;
  readonly maxTime?: Duration;
  readonly plan: boolean;
  /** Whether the console shows everything. */
  readonly verbose: boolean;
  readonly baselineFile?: string;
  readonly updateBaseline: boolean;
  readonly require: readonly string[];
  readonly failOnSkip: boolean;
  readonly failOnStale: boolean;
  readonly allowInconclusive: boolean;
  readonly replayFile?: string;
  readonly reporters: readonly Reporter[];
  /** The folder to write a script for each failure to. */
  readonly scripts?: string;
}

export const commonFlags = {
  profile: { type: 'string' },
  rule: { type: 'string', multiple: true },
  budget: { type: 'string' },
  seed: { type: 'string' },
  bail: { type: 'boolean' },
  flaky: { type: 'string' },
  workers: { type: 'string' },
  rate: { type: 'string' },
  'wait-for': { type: 'string' },
  'request-timeout': { type: 'string' },
  'max-time': { type: 'string' },
  plan: { type: 'boolean' },
  verbose: { type: 'boolean' },
  baseline: { type: 'string' },
  'update-baseline': { type: 'boolean' },
  require: { type: 'string', multiple: true },
  'fail-on': { type: 'string', multiple: true },
  allow: { type: 'string' },
  replay: { type: 'string' },
  reporter: { type: 'string', multiple: true },
  scripts: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

interface Values {
  readonly profile?: string | undefined;
  readonly rule?: readonly string[] | undefined;
  readonly budget?: string | undefined;
  readonly seed?: string | undefined;
  readonly bail?: boolean | undefined;
  readonly flaky?: string | undefined;
  readonly workers?: string | undefined;
  readonly rate?: string | undefined;
  readonly 'wait-for'?: string | undefined;
  readonly 'request-timeout'?: string | undefined;
  readonly 'max-time'?: string | undefined;
  readonly plan?: boolean | undefined;
  readonly verbose?: boolean | undefined;
  readonly baseline?: string | undefined;
  readonly 'update-baseline'?: boolean | undefined;
  readonly require?: readonly string[] | undefined;
  readonly 'fail-on'?: readonly string[] | undefined;
  readonly allow?: string | undefined;
  readonly replay?: string | undefined;
  readonly reporter?: readonly string[] | undefined;
  readonly scripts?: string | undefined;
}

/** @throws UsageError */
export function parseCommonOptions(values: Values, role: Rule['role']): CommonOptions {
  const rules = rulePatterns('--rule', values.rule, role);
  const updateBaseline = values['update-baseline'] ?? false;
  if (updateBaseline && values.baseline === undefined)
    throw new UsageError('--update-baseline needs --baseline FILE: name the file to write.');
  const failOn = (values['fail-on'] ?? []).map((what) => oneOf('--fail-on', what, ['skip', 'stale']));
  if (failOn.includes('stale') && values.baseline === undefined)
    throw new UsageError('--fail-on stale needs --baseline FILE: name the file that may name rules which pass.');
  return {
    ...(values.profile !== undefined && { profile: oneOf('--profile', values.profile, ['stated', 'reference']) }),
    rules,
    ...(values.budget !== undefined && { budget: oneOf('--budget', values.budget, ['quick', 'standard', 'thorough']) }),
    ...(values.seed !== undefined && { seed: wholeNumber('--seed', values.seed, -0x7fffffff, 0x7fffffff) }),
    bail: values.bail ?? false,
    ...(values.flaky !== undefined && { repeats: wholeNumber('--flaky', values.flaky, 1, 100) }),
    ...(values.workers !== undefined && { workers: wholeNumber('--workers', values.workers, 1, 64) }),
    ...(values.rate !== undefined && { requestsPerSecond: wholeNumber('--rate', values.rate, 1, 100_000) }),
    ...(values['wait-for'] !== undefined && { waitForMs: duration('--wait-for', values['wait-for']).ms }),
    ...(values['request-timeout'] !== undefined && { requestWithinMs: duration('--request-timeout', values['request-timeout']).ms }),
    ...(values['max-time'] !== undefined && { maxTime: duration('--max-time', values['max-time']) }),
    plan: values.plan ?? false,
    verbose: values.verbose ?? false,
    ...(values.baseline !== undefined && { baselineFile: values.baseline }),
    updateBaseline,
    require: rulePatterns('--require', values.require, role),
    failOnSkip: failOn.includes('skip'),
    failOnStale: failOn.includes('stale'),
    allowInconclusive: values.allow !== undefined && oneOf('--allow', values.allow, ['inconclusive']) === 'inconclusive',
    ...(values.replay !== undefined && { replayFile: values.replay }),
    reporters: parseReporters(values.reporter ?? ['console']),
    ...(values.scripts !== undefined && { scripts: values.scripts }),
  };
}

function rulePatterns(flag: string, patterns: readonly string[] = [], role: Rule['role']): readonly string[] {
  const unknown = patterns.find((pattern) => !isOwnRule(pattern) && selectRules([pattern], role).length === 0);
  if (unknown === undefined) return patterns;
  throw unknownRule(flag, unknown, role);
}

/** Two reports in one place would make each unreadable. */
function parseReporters(texts: readonly string[]): readonly Reporter[] {
  const reporters = texts.map(parseReporter);
  for (const [index, { kind, file }] of reporters.entries()) {
    const other = reporters.slice(0, index).find((earlier) => earlier.file === file);
    if (other)
      throw new UsageError(
        `--reporter: ${other.kind} and ${kind} both go to ${file ?? 'standard output'}; name another file for one of them.`,
      );
  }
  return reporters;
}

function parseReporter(text: string): Reporter {
  const at = text.indexOf('=');
  const kind = oneOf('--reporter', at < 0 ? text : text.slice(0, at), reporterKinds);
  if (at === text.length - 1) throw new UsageError(`--reporter ${text}: name a file after the equals sign.`);
  return { kind, ...(at >= 0 && { file: text.slice(at + 1) }) };
}
