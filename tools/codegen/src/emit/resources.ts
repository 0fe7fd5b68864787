import type { Contract } from '../model/contract.ts';
import { resourcesOf } from '../model/resource.ts';
import { SOURCE_FILES } from '../read/sources.ts';
import { type Emitter, header } from './emitter.ts';
import { literal, tableLiteral, unionAlias } from './literal.ts';

const TYPES = `
/** What an operation does with the objects of a resource. */
export interface Effect {
  readonly kind: 'list' | 'create' | 'read' | 'update' | 'delete' | 'act';
  readonly resource: ResourceName;
  /** The resource whose object its path names, where that is another one. */
  readonly of?: ResourceName;
  /** The event type that it fires. */
  readonly fires?: string;
  /** The operation that must have acted on the object before. */
  readonly after?: OperationId;
  /** An object takes it only once. */
  readonly once?: true;
  /** The setting of \`surface\` that gives its path, where the source gives none. */
  readonly setting?: PathSetting;
}

/** A resource, by the operations that it takes. */
export interface Resource {
  readonly name: ResourceName;
  /** Its name in settings. */
  readonly setting: string;
  readonly operations: { readonly [Kind in Exclude<Effect['kind'], 'act'>]?: OperationId };
  /** What else acts on its objects. */
  readonly acts: readonly OperationId[];
  /** Whether each company has its own. */
  readonly company: boolean;
  /** The member of a body that people know an object by. */
  readonly label?: string;
  /** The member of a change that holds the ConcurrencyToken. */
  readonly token?: string;
  /** Identifiers in a body that name objects of other resources; \`*\` stands for every entry of a list. */
  readonly references: readonly { readonly path: readonly string[]; readonly resource: ResourceName }[];
  /** A body that creates an object, from the examples of the contract. */
  readonly example?: JsonObject;
  /** An object as answers show it, from the examples of the contract. */
  readonly shown?: JsonObject;
}

`;

/** resources.ts: what each operation does, and each resource with the operations that it takes. */
export const resourcesEmitter: Emitter = {
  artefact: 'resources',
  async emit(contract) {
    const resources = resourcesOf(contract);
    const names = unionAlias(
      'ResourceName',
      resources.map(({ name }) => name),
    );
    const imports = `import type { JsonObject } from './arbitraries.ts';\nimport type { OperationId } from './operations.ts';\n\n`;
    const settings = contract.operations.flatMap(({ effect }) => effect?.setting ?? []).sort();
    const bodies = resources.filter(({ company, operations }) => company && operations.create !== undefined).map(({ setting }) => setting);
    const objects = eventObjects(contract);
    const unions = [
      `/** The settings of \`surface\` that give paths. */\n${unionAlias('PathSetting', settings)}`,
      `/** The resources of a company that a body creates, as settings name them. */\n${unionAlias('BodySetting', bodies)}`,
      `/** The objects that events are about, as settings name them. */\n${unionAlias('EventObjectSetting', Object.keys(objects))}`,
    ].join('\n');
    const objectTable = `/** The first half of the event types of each. */\nexport const eventObjects: { readonly [Setting in EventObjectSetting]: string } = ${literal(objects)};\n`;
    const effects = `export const effects: { readonly [Id in OperationId]?: Effect } = ${tableLiteral(effectsOf(contract))};\n`;
    const rows = Object.fromEntries(resources.map((resource) => [resource.name, resource]));
    const table = `export const resources: { readonly [Name in ResourceName]: Resource } = ${tableLiteral(rows)};\n`;
    const source = header(contract, SOURCE_FILES.admin, SOURCE_FILES.customer);
    return [{ name: 'resources.ts', content: `${source}${imports}${names}\n${unions}${TYPES}${objectTable}\n${effects}\n${table}` }];
  },
};

function effectsOf({ operations }: Contract): Readonly<Record<string, unknown>> {
  return Object.fromEntries(operations.flatMap(({ id, effect }) => (effect === undefined ? [] : [[id, effect]])));
}

/** Each object by the last word of its name: `xml` for FatturaElettronicaXml. */
function eventObjects({ operations }: Contract): Readonly<Record<string, string>> {
  const objects = new Set(operations.flatMap(({ effect }) => effect?.fires?.split('.')[0] ?? []));
  return Object.fromEntries(
    [...objects].sort().map((object) => [(object.match(/[A-Z]?[a-z]+|[A-Z0-9_]+/g)?.at(-1) ?? object).toLowerCase(), object]),
  );
}
