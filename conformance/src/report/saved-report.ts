import { rules } from '../generated/rules.ts';
import { ConfigurationError, textIn } from '../model/configuration-error.ts';
import { isOwnRule, type JudgedRuleId } from '../model/judged-rule.ts';
import type { Budget, JudgedTarget, Profile } from '../model/result.ts';
import type { Replay } from '../model/run-options.ts';

/** Reads a saved JSON report. @throws ConfigurationError */
export function readSavedReport(file: string): SavedReport {
  return parseSavedReport(textIn(file, 'name a report saved with --reporter json=FILE'), file);
}

/** The parts of a JSON report that reproduce its failures. */
export interface SavedReport {
  readonly role: JudgedTarget['role'];
  readonly profile: Profile;
  readonly budget: Budget;
  readonly seed: number;
  readonly failed: readonly JudgedRuleId[];
  readonly replay: Replay;
}

/** @throws ConfigurationError with one sentence if the text is not a report, or has no failed rule. */
export function parseSavedReport(text: string, file: string): SavedReport {
  const report = parseReport(text, file);
  const { profile, budget = 'standard', seed } = report;
  if ((profile !== 'stated' && profile !== 'reference') || !['quick', 'standard', 'thorough'].includes(budget) || !Number.isInteger(seed))
    throw notAReport(file);
  const failures = report.rules.filter(({ outcome }) => outcome === 'fail');
  const failed = failures.flatMap(({ id }) => (isOwnRule(id) ? id : (rules.find((rule) => rule.id === id)?.id ?? [])));
  if (failed.length === 0) throw new ConfigurationError(`${file}: has no failed rule; there is nothing to replay.`);
  const role = rules.find(({ id }) => id === failed[0])?.role ?? 'service';
  const cases = failures.flatMap(({ id, failure }) => {
    const { property, path, replayPath } = failure ?? {};
    if (typeof property !== 'number' || typeof path !== 'string' || !/^[\d:]+$/.test(path)) return [];
    const isHistory = typeof replayPath === 'string' && /^[A-Za-z\d+/]*:[A-Za-z\d+/]*$/.test(replayPath);
    return [[id, { property, path, ...(isHistory && { replayPath }) }] as const];
  });
  return { role, profile, budget, seed, failed, replay: new Map(cases) };
}

interface Report {
  readonly schemaVersion: unknown;
  readonly profile: unknown;
  readonly budget?: Budget;
  readonly seed: number;
  readonly rules: readonly {
    readonly id: string;
    readonly outcome: string;
    readonly failure?: { property?: unknown; path?: unknown; replayPath?: unknown };
  }[];
}

function parseReport(text: string, file: string): Report {
  let report: Partial<Report> | null;
  try {
    report = JSON.parse(text) as Partial<Report> | null;
  } catch {
    throw notAReport(file);
  }
  if (report?.schemaVersion !== 1 || !Array.isArray(report.rules) || !report.rules.every(isRule)) throw notAReport(file);
  return report as Report;
}

function isRule(rule: unknown): boolean {
  return typeof rule === 'object' && rule !== null && 'id' in rule && 'outcome' in rule;
}

function notAReport(file: string): ConfigurationError {
  return new ConfigurationError(`${file}: is not a report of this suite; save one with --reporter json=FILE.`);
}
