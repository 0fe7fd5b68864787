import type { Api, Contract } from '../model/contract.ts';
import { resolve } from '../model/resolve.ts';
import type { OpenApiDocument, OperationObject, ParameterObject, PathItemObject, Reference } from '../read/documents.ts';
import { SOURCE_FILES } from '../read/sources.ts';
import { type Emitter, header } from './emitter.ts';
import { stringLiteral } from './literal.ts';
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
      const document = contract.documents[api];
      const types = await (audience === 'caller'
        ? typescriptTypes(forCallers(document), { EventType: eventType(contract) })
        : typescriptTypes(document));
      return [{ name: `${api}.ts`, content: header(contract, ...sourcesOf(document, api, audience)) + types }];
    },
  };
}

/** The types of the client name the events of the contract too. */
function sourcesOf({ components }: OpenApiDocument, api: Api, audience: OpenApiTypesOptions['audience']): readonly string[] {
  const named = audience === 'caller' && components?.schemas?.EventType !== undefined;
  return named ? [SOURCE_FILES[api], SOURCE_FILES.events] : [SOURCE_FILES[api]];
}

/**
 * The name of an event as a caller writes it: those of the contract, which an editor completes, and what has the same form, since the object
 * may be a newer one. Without the intersection, the form would swallow the names.
 */
function eventType({ events }: Contract): string {
  const names = events.map(({ type }) => stringLiteral(type));
  const verbs = [...new Set(events.map(({ type }) => stringLiteral(type.slice(type.indexOf('.') + 1))))].sort();
  return `${names.join(' | ')} | (\`\${string}.\${${verbs.join(' | ')}}\` & Record<never, never>)`;
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
