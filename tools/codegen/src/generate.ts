import type { GeneratedFile } from './emit/emitter.ts';
import { buildContract } from './model/build.ts';
import type { Contract } from './model/contract.ts';
import { readSources } from './read/sources.ts';
import { TARGETS, type TargetName } from './targets.ts';

/**
 * The contract of a folder, from which any package can be generated.
 *
 * @throws {CodegenError} `broken-document` when the contract cannot be read
 */
export async function readContract(specsRoot: string): Promise<Contract> {
  return buildContract(await readSources(specsRoot));
}

/**
 * The generated files of one package, in memory, by name.
 *
 * @throws {CodegenError} `unsupported-schema` when an emitter cannot express the contract
 */
export async function generate(target: TargetName, contract: Contract): Promise<readonly GeneratedFile[]> {
  const files: GeneratedFile[] = [];
  for (const emitter of await TARGETS[target].emitters()) files.push(...(await emitter.emit(contract)));
  return files.sort((a, b) => (a.name < b.name ? -1 : Number(a.name > b.name)));
}
