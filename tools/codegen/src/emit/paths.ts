import type { Contract, Operation } from '../model/contract.ts';
import { resolve } from '../model/resolve.ts';
import type { SchemaObject } from '../read/documents.ts';
import { SOURCE_FILES } from '../read/sources.ts';
import { type Emitter, header } from './emitter.ts';

/** paths.ts: the path of each operation, made of its parameters. */
export const pathsEmitter: Emitter = {
  artefact: 'paths',
  async emit(contract) {
    const builders = contract.operations.map((operation) => `  ${operation.id}: ${builder(operation, contract)},\n`);
    const content = `${header(contract, SOURCE_FILES.admin, SOURCE_FILES.customer)}/** The path of each operation, without a query. */
export const paths = {\n${builders.join('')}} as const;
`;
    return [{ name: 'paths.ts', content }];
  },
};

function builder({ api, path, parameters }: Operation, { apiVersion, documents }: Contract): string {
  const names = parameters.filter(({ in: place, name }) => place === 'path' && name !== 'version');
  const types = names.map(({ name, schema }) => {
    const { type } = typeof schema === 'object' ? resolve<SchemaObject>(documents[api], schema) : {};
    return { name, type: type === 'integer' ? 'number' : 'string' };
  });
  const template = types.reduce(
    (text, { name, type }) => text.replace(`{${name}}`, type === 'number' ? `\${${name}}` : `\${encodeURIComponent(${name})}`),
    path.replace('{version}', apiVersion),
  );
  if (types.length === 0) return `(): string => '${template}'`;
  const members = types.map(({ name, type }) => `readonly ${name}: ${type}`).join('; ');
  return `({ ${types.map(({ name }) => name).join(', ')} }: { ${members} }): string =>\n    \`${template}\``;
}
