import { SOURCE_FILES } from '../read/sources.ts';
import { type Emitter, header } from './emitter.ts';

/**
 * checks/registry.ts: the one check of every rule that a service is judged by, from `checks/<family>/<id>.ts`. A rule without its file does not
 * compile.
 */
export const checkRegistryEmitter: Emitter = {
  artefact: 'check registry',
  async emit(contract) {
    const judged = contract.rules.filter(({ role, unobservable }) => role === 'service' && unobservable === undefined);
    const names = judged.map(({ id }) => id.toLowerCase());
    const imports = names.map((name) => `import { ${constantOf(name)} } from '../../checks/${name.split('-')[0]}/${name}.ts';\n`).join('');
    const list = `export const checks: readonly Check[] = [\n${names.map((name) => `  ${constantOf(name)},\n`).join('')}];\n`;
    const doc = '/** The check of every rule that a service is judged by, in the order of the rules. */\n';
    const content = `${header(contract, SOURCE_FILES.rules)}${imports}import type { Check } from '../../model/check.ts';\n\n${doc}${list}`;
    return [{ name: 'checks/registry.ts', content }];
  },
};

/** The name of the constant that the file of a check exports: `auth01` of `auth-01`. */
function constantOf(name: string): string {
  return name.replaceAll('-', '');
}
