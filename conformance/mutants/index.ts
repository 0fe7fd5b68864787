import { existsSync } from 'node:fs';
import { type RuleId, rules } from '../src/generated/rules.ts';
import type { Mutant } from './mutant.ts';

/** The files of faulty services below this folder. Each is named after a rule, and they are in the order of the rules. */
export const mutantFiles: readonly string[] = rules
  .filter(({ role }) => role === 'service')
  .map(({ id }) => fileOf(id))
  .filter((file) => existsSync(`${import.meta.dirname}/${file}`));

/** All faulty services. */
export const mutants: readonly Mutant[] = (await Promise.all(mutantFiles.map(mutantsIn))).flat();

async function mutantsIn(file: string): Promise<readonly Mutant[]> {
  const module: { readonly mutants: readonly Mutant[] } = await import(new URL(file, import.meta.url).href);
  return module.mutants;
}

/** The file with the faulty services for a rule. */
export function fileOf(rule: RuleId): string {
  const name = rule.toLowerCase();
  return `${name.split('-')[0]}/${name}.ts`;
}
