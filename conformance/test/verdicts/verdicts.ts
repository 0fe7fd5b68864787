import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RuleId } from '../../src/generated/rules.ts';

/** Never committed: a clean checkout knows nothing. */
const kept = fileURLToPath(new URL('../../node_modules/.cache/verdicts', import.meta.url));

/** The rules whose verdicts on a service are known to be right, as long as nothing that they rest on has changed. */
export interface Verdicts {
  /** Of these rules, those that must be judged. */
  readonly missing: (rules: readonly RuleId[]) => readonly RuleId[];
  /** Takes note of rules that were judged, and rightly. */
  readonly keep: (rules: readonly RuleId[]) => void;
}

/** @param name of the service, and of how it is judged; @param keyOf what the verdict on a rule rests on now */
export function openVerdicts(name: string, keyOf: (rule: RuleId) => string, folder: string = kept): Verdicts {
  const file = join(folder, `${name}.json`);
  const known = readKnown(file);
  return {
    missing: (rules) => rules.filter((rule) => known[rule] !== keyOf(rule)),
    keep: (rules) => {
      mkdirSync(folder, { recursive: true });
      const all = { ...known, ...Object.fromEntries(rules.map((rule) => [rule, keyOf(rule)])) };
      writeFileSync(`${file}.new`, `${JSON.stringify(all, null, 1)}\n`);
      renameSync(`${file}.new`, file);
    },
  };
}

/** Nothing is known where the file is not there, or is none of ours. */
function readKnown(file: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
