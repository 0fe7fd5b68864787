import { existsSync } from 'node:fs';
import { rules } from '../src/generated/rules.ts';
import type { ClientMutant } from './client-mutant.ts';
import { fileOf } from './index.ts';

/** The files of faulty clients below this folder. Each is named after a rule, and they are in the order of the rules. */
export const clientMutantFiles: readonly string[] = rules
  .filter(({ role }) => role === 'client')
  .map(({ id }) => fileOf(id))
  .filter((file) => existsSync(`${import.meta.dirname}/${file}`));

/** All faulty clients. */
export const clientMutants: readonly ClientMutant[] = (await Promise.all(clientMutantFiles.map(mutantsIn))).flat();

async function mutantsIn(file: string): Promise<readonly ClientMutant[]> {
  const module: { readonly mutants: readonly ClientMutant[] } = await import(new URL(file, import.meta.url).href);
  return module.mutants;
}
