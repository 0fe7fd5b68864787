import type { GeneratedFile } from './emit/emitter.ts';
import { buildContract } from './model/build.ts';
import { readSources } from './read/sources.ts';
import { TARGETS, type TargetName } from './targets.ts';

/**
 * The generated files of one package, in memory, by name.
 *
 * @throws {CodegenError} `broken-document` when the contract cannot be read, `unsupported-schema` when an emitter cannot express it
 */
export async function generate(target: TargetName, specsRoot: string): Promise<readonly GeneratedFile[]> {
  const contract = buildContract(await readSources(specsRoot));
  const files: GeneratedFile[] = [];
  for (const emitter of await TARGETS[target].emitters()) files.push(...(await emitter.emit(contract)));
  return files.sort((a, b) => (a.name < b.name ? -1 : Number(a.name > b.name)));
}
