import { readFileSync } from 'node:fs';
import type { Input } from '#command-line';
import { ConfigurationError } from '../model/configuration-error.ts';
import { isObject, memberOf, parseJson } from '../model/json.ts';
import { printable } from '../report/printable.ts';
import type { Streams } from './streams.ts';

/** The entry of one rule in a JSON report. */
interface ReportedRule {
  readonly id: string;
  readonly outcome: string;
  /** Why it failed, or was not judged. */
  readonly why: string;
}

/** How the later of two runs differs from the earlier. */
interface Comparison {
  /** Rules that fail now, and did not before. */
  readonly broken: readonly Change[];
  /** Rules that failed before, and no longer do. */
  readonly mended: readonly Change[];
  /** Rules that fail in another way. */
  readonly otherwise: readonly Change[];
  /** Rules with another outcome, which failed in neither run. */
  readonly changed: readonly Change[];
}

interface Change {
  readonly id: string;
  readonly before: ReportedRule | undefined;
  readonly after: ReportedRule | undefined;
}

/** `business-cloud-conformance compare BEFORE AFTER`. @throws {ConfigurationError} */
export function compare({ operands: [before = '', after = ''] }: Input, { out }: Streams): number {
  const comparison = compareRules(rulesIn(before), rulesIn(after));
  out.write(printable(comparisonText(comparison)));
  return comparison.broken.length + comparison.otherwise.length > 0 ? 1 : 0;
}

function comparisonText({ broken, mended, otherwise, changed }: Comparison): string {
  const lines = [
    ...section('New failures', broken),
    ...section('Failures that changed', otherwise),
    ...section('Fixed', mended),
    ...section('Other changes', changed),
  ];
  return lines.length === 0 ? 'Nothing changed.\n' : `${lines.join('\n')}\n`;
}

function section(title: string, changes: readonly Change[]): readonly string[] {
  if (changes.length === 0) return [];
  const was = ({ before }: Change): string => before?.outcome ?? 'absent';
  const is = ({ after }: Change): string =>
    after === undefined ? 'absent' : `${after.outcome}${after.why === '' ? '' : `: ${after.why}`}`;
  return [`${title}:`, ...changes.map((change) => `  ${change.id.padEnd(8)} ${was(change)} -> ${is(change)}`)];
}

function rulesIn(file: string): ReturnType<typeof reportedRules> & object {
  const rules = reportedRules(read(file));
  if (rules === undefined) throw new ConfigurationError(`${file}: is not a JSON report; name one saved with --reporter json=FILE.`);
  return rules;
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new ConfigurationError(`${file}: cannot be read (${code}); name a report saved with --reporter json=FILE.`);
  }
}

/** The rules of a JSON report. Undefined if the text is not one. */
function reportedRules(text: string): readonly ReportedRule[] | undefined {
  const rules = memberOf(parsed(text), 'rules');
  if (!Array.isArray(rules)) return undefined;
  return rules.filter(isObject).map((rule) => ({
    id: String(memberOf(rule, 'id')),
    outcome: String(memberOf(rule, 'outcome')),
    why: String(memberOf(memberOf(rule, 'failure'), 'message') ?? memberOf(rule, 'reason') ?? ''),
  }));
}

/** What changed between two runs, for all rules of either. */
function compareRules(before: readonly ReportedRule[], after: readonly ReportedRule[]): Comparison {
  const ids = [...new Set([...before, ...after].map(({ id }) => id))].toSorted();
  const changes = ids.map((id): Change => {
    const of = (rules: readonly ReportedRule[]): ReportedRule | undefined => rules.find((rule) => rule.id === id);
    return { id, before: of(before), after: of(after) };
  });
  const [failed, fails] = [isFailed('before'), isFailed('after')];
  return {
    broken: changes.filter((change) => fails(change) && !failed(change)),
    mended: changes.filter((change) => failed(change) && !fails(change)),
    otherwise: changes.filter((change) => failed(change) && fails(change) && change.before?.why !== change.after?.why),
    changed: changes.filter((change) => !failed(change) && !fails(change) && change.before?.outcome !== change.after?.outcome),
  };
}

function isFailed(when: 'before' | 'after'): (change: Change) => boolean {
  return (change) => change[when]?.outcome === 'fail';
}

function parsed(text: string): ReturnType<typeof parseJson> | undefined {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
