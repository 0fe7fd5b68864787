import type { Contract } from '../model/contract.ts';
import { SOURCE_FILES } from '../read/sources.ts';
import { type Emitter, header } from './emitter.ts';

/** A registry of checks: of which role's rules, where, and what those checks work with. */
interface Registry {
  readonly role: Contract['rules'][number]['role'];
  readonly file: string;
  readonly constant: string;
  /** The type in `model/` that is handed to the checks; undefined if it is the one that `Check` names itself. */
  readonly context?: { readonly type: string; readonly file: string };
}

const registries: readonly Registry[] = [
  { role: 'service', file: 'registry', constant: 'checks' },
  {
    role: 'receiver',
    file: 'receiver-registry',
    constant: 'receiverChecks',
    context: { type: 'ReceiverContext', file: 'receiver-context' },
  },
  {
    role: 'client',
    file: 'client-registry',
    constant: 'clientChecks',
    context: { type: 'ClientContext', file: 'client-context' },
  },
];

/**
 * checks/registry.ts and its like for other roles: the one check of every rule that the role is judged by, from `checks/<family>/<id>.ts`. A rule
 * without its file does not compile.
 */
export const checkRegistryEmitter: Emitter = {
  artefact: 'check registry',
  async emit(contract) {
    return registries.map((registry) => ({ name: `checks/${registry.file}.ts`, content: contentOf(contract, registry) }));
  },
};

function contentOf(contract: Contract, { role, constant, context }: Registry): string {
  const judged = contract.rules.filter((rule) => rule.role === role && rule.unobservable === undefined);
  const names = judged.map(({ id }) => id.toLowerCase());
  const imports = names.map((name) => `import { ${constantOf(name)} } from '../../checks/${name.split('-')[0]}/${name}.ts';\n`).join('');
  const contextImport = context ? `import type { ${context.type} } from '../../model/${context.file}.ts';\n` : '';
  const type = context ? `Check<${context.type}>` : 'Check';
  const items = names.length === 0 ? '[]' : `[\n${names.map((name) => `  ${constantOf(name)},\n`).join('')}]`;
  const doc = `/** The check of every rule that a ${role} is judged by, in the order of the rules. */\n`;
  const list = `export const ${constant}: readonly ${type}[] = ${items};\n`;
  return `${header(contract, SOURCE_FILES.rules)}${imports}import type { Check } from '../../model/check.ts';\n${contextImport}\n${doc}${list}`;
}

/** The name of the constant that the file of a check exports: `auth01` of `auth-01`. */
function constantOf(name: string): string {
  return name.replaceAll('-', '');
}
