import { readFileSync } from 'node:fs';
import type { Input } from '#command-line';
import { ConfigurationError } from '../model/configuration-error.ts';
import { type Change, type Comparison, compareRules, reportedRules } from '../report/comparison.ts';
import { printable } from '../report/printable.ts';
import type { Streams } from './streams.ts';

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
