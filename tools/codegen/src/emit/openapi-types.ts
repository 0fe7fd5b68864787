import type { Api } from '../model/contract.ts';
import { resolve } from '../model/resolve.ts';
import type { OpenApiDocument, OperationObject, ParameterObject, PathItemObject, Reference } from '../read/documents.ts';
import { SOURCE_FILES } from '../read/sources.ts';
import { type Emitter, header } from './emitter.ts';
import { typescriptTypes } from './typescript-types.ts';

/** For whom the types are: a client fills in some parameters by itself, and its callers must not be asked for them. */
export interface OpenApiTypesOptions {
  readonly audience: 'caller' | 'implementer';
}

type Node = ParameterObject | Reference;

/** admin.ts or customer.ts: the types of one OpenAPI document. */
export function openapiTypesEmitter(api: Api, { audience }: OpenApiTypesOptions): Emitter {
  return {
    artefact: api,
    async emit(contract) {
      const document = audience === 'caller' ? forCallers(contract.documents[api]) : contract.documents[api];
      return [{ name: `${api}.ts`, content: header(contract, SOURCE_FILES[api]) + (await typescriptTypes(document)) }];
    },
  };
}

/** The document without the parameters that our client sets: the version, the company, and whatever has `x-set-by: client`. */
function forCallers(document: OpenApiDocument): OpenApiDocument {
  const keep = (node: Node): boolean => isAskedOfCallers(resolve<ParameterObject>(document, node));
  const paths = Object.entries(document.paths).map(([path, item]) => [path, withParameters(item, keep)]);
  const parameters = Object.entries(document.components?.parameters ?? {}).filter(([, node]) => keep(node));
  return {
    ...document,
    paths: Object.fromEntries(paths),
    components: { ...document.components, parameters: Object.fromEntries(parameters) },
  };
}

function isAskedOfCallers(parameter: ParameterObject): boolean {
  if (parameter['x-set-by'] === 'client') return false;
  return parameter.in !== 'path' || (parameter.name !== 'version' && parameter.name !== 'companyId');
}

function withParameters(item: PathItemObject, keep: (node: Node) => boolean): PathItemObject {
  const members = Object.entries(item).map(([key, value]) => {
    if (key === 'parameters') return [key, (value as readonly Node[]).filter(keep)];
    const operation = value as OperationObject;
    return [key, operation?.parameters ? { ...operation, parameters: operation.parameters.filter(keep) } : value];
  });
  return Object.fromEntries(members);
}
