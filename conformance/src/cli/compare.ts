import { readFileSync } from 'node:fs';
import { ConfigurationError } from '../model/configuration-error.ts';
import { type Change, type Comparison, compareRules, reportedRules } from '../report/comparison.ts';
import { printable } from '../report/printable.ts';
import { parseArguments } from './argument.ts';
import type { Streams } from './streams.ts';
import { UsageError } from './usage-error.ts';

const help = `Says what changed between two runs, from their JSON reports.

Usage: business-cloud-conformance compare BEFORE AFTER

  BEFORE, AFTER            reports saved with --reporter json=FILE
  --help                   this text

Exit status: 0 no rule fails that did not fail before, 1 a rule does, or fails in another way, 2 a file is no report.

Example:
  business-cloud-conformance compare main.json branch.json
`;

/** `business-cloud-conformance compare BEFORE AFTER`. @throws UsageError, ConfigurationError */
export function compareCommand(args: readonly string[], { out }: Streams): number {
  const { values, positionals } = parseArguments('compare', args, { help: { type: 'boolean', short: 'h' } }, true);
  if (values.help) {
    out.write(help);
    return 0;
  }
  const [before, after, ...more] = positionals;
  if (before === undefined || after === undefined || more.length > 0)
    throw new UsageError("compare needs two JSON reports, the earlier first; see 'business-cloud-conformance compare --help'.");
  const comparison = compareRules(rulesIn(before), rulesIn(after));
  out.write(printable(comparisonText(comparison)));
  return comparison.broken.length + comparison.otherwise.length > 0 ? 1 : 0;
}

function comparisonText({ broken, mended, otherwise, changed }: Comparison): string {
  const lines = [
    ...section('Broken since', broken),
    ...section('Broken in another way', otherwise),
    ...section('Mended', mended),
    ...section('Changed', changed),
  ];
  return lines.length === 0 ? 'Nothing changed.\n' : `${lines.join('\n')}\n`;
}

function section(title: string, changes: readonly Change[]): readonly string[] {
  if (changes.length === 0) return [];
  const was = ({ before }: Change): string => before?.outcome ?? 'not there';
  const is = ({ after }: Change): string =>
    after === undefined ? 'not there' : `${after.outcome}${after.why === '' ? '' : `: ${after.why}`}`;
  return [`${title}:`, ...changes.map((change) => `  ${change.id.padEnd(8)} ${was(change)} -> ${is(change)}`)];
}

function rulesIn(file: string): ReturnType<typeof reportedRules> & object {
  const rules = reportedRules(read(file));
  if (rules === undefined) throw new ConfigurationError(`${file}: is no JSON report; name one saved with --reporter json=FILE.`);
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
