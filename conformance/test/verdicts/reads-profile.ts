import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { RuleId } from '../../src/generated/rules.ts';
import { checkFile } from './fingerprint.ts';
import { importsIn, moduleGraph } from './module-graph.ts';

/** The suite's frame: what it does with the profile is the same for every rule. */
const frame = ['engine', 'model'].map((folder) => fileURLToPath(new URL(`../../src/${folder}/`, import.meta.url)));

/** Whether the check of a rule, or a probe that it plays, judges otherwise under another profile. */
export function readsProfile(rule: RuleId): boolean {
  const { files } = moduleGraph(checkFile(rule), (file) => importsIn(readFileSync(file, 'utf8')));
  return [...files].some((file) => !frame.some((folder) => file.startsWith(folder)) && /\bprofile\b/.test(readFileSync(file, 'utf8')));
}
