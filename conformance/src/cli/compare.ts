import type { Input } from '#command-line';
import { ConfigurationError, textIn } from '../model/configuration-error.ts';
import { isObject, jsonIn, memberOf } from '../model/json.ts';
import { printable } from '../report/printable.ts';
import type { Streams } from './streams.ts';

/** The entry of one rule in a JSON report. */
interface ReportedRule {
  readonly id: string;
  readonly outcome: string;
  /** Why it failed, or was not judged. */
  readonly why: string;
}

/** One rule in two reports. */
interface Change {
  readonly id: string;
  readonly before: ReportedRule | undefined;
  readonly after: ReportedRule | undefined;
}

/** `business-cloud-conformance compare BEFORE AFTER`. @throws {ConfigurationError} */
export function compare({ operands: [before = '', after = ''] }: Input, { out }: Streams): number {
  const changes = changesBetween(rulesIn(before), rulesIn(after));
  const [fails, others] = [changes.filter((change) => isFailed(change.after)), changes.filter((change) => !isFailed(change.after))];
  const broken = fails.filter((change) => !isFailed(change.before));
  const otherwise = fails.filter((change) => isFailed(change.before) && change.before?.why !== change.after?.why);
  const lines = [
    ...section('New failures', broken),
    ...section('Failures that changed', otherwise),
    ...section(
      'Fixed',
      others.filter((change) => isFailed(change.before)),
    ),
    ...section(
      'Other changes',
      others.filter((change) => !isFailed(change.before) && change.before?.outcome !== change.after?.outcome),
    ),
  ];
  out.write(printable(lines.length === 0 ? 'Nothing changed.\n' : `${lines.join('\n')}\n`));
  return broken.length + otherwise.length > 0 ? 1 : 0;
}

/** The rules of either report. */
function changesBetween(before: readonly ReportedRule[], after: readonly ReportedRule[]): readonly Change[] {
  const ids = [...new Set([...before, ...after].map(({ id }) => id))].toSorted();
  const of = (rules: readonly ReportedRule[], id: string): ReportedRule | undefined => rules.find((rule) => rule.id === id);
  return ids.map((id) => ({ id, before: of(before, id), after: of(after, id) }));
}

function isFailed(rule: ReportedRule | undefined): boolean {
  return rule?.outcome === 'fail';
}

function section(title: string, changes: readonly Change[]): readonly string[] {
  if (changes.length === 0) return [];
  const is = (after: ReportedRule | undefined): string =>
    after === undefined ? 'absent' : `${after.outcome}${after.why === '' ? '' : `: ${after.why}`}`;
  return [`${title}:`, ...changes.map(({ id, before, after }) => `  ${id.padEnd(8)} ${before?.outcome ?? 'absent'} -> ${is(after)}`)];
}

function rulesIn(file: string): readonly ReportedRule[] {
  const rules = memberOf(jsonIn(textIn(file, 'name a report saved with --reporter json=FILE')), 'rules');
  if (!Array.isArray(rules)) throw new ConfigurationError(`${file}: is not a JSON report; name one saved with --reporter json=FILE.`);
  return rules.filter(isObject).map((rule) => ({
    id: String(memberOf(rule, 'id')),
    outcome: String(memberOf(rule, 'outcome')),
    why: String(memberOf(memberOf(rule, 'failure'), 'message') ?? memberOf(rule, 'reason') ?? ''),
  }));
}
