import { existsSync } from 'node:fs';
import { rules } from '../src/generated/rules.ts';
import { fileOf } from './index.ts';
import type { ReceiverMutant } from './receiver-mutant.ts';

/** The files of faulty receivers below this folder. Each is named after a rule, and they are in the order of the rules. */
export const receiverMutantFiles: readonly string[] = rules
  .filter(({ role }) => role === 'receiver')
  .map(({ id }) => fileOf(id))
  .filter((file) => existsSync(`${import.meta.dirname}/${file}`));

/** All faulty receivers. */
export const receiverMutants: readonly ReceiverMutant[] = (await Promise.all(receiverMutantFiles.map(mutantsIn))).flat();

async function mutantsIn(file: string): Promise<readonly ReceiverMutant[]> {
  const module: { readonly mutants: readonly ReceiverMutant[] } = await import(new URL(file, import.meta.url).href);
  return module.mutants;
}
