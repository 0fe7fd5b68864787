import type { OpenApiDocument, Schema, SchemaObject } from '../read/documents.ts';
import type { Contract, Operation } from './contract.ts';
import { type EffectKind, lowerFirst } from './effect.ts';
import { resolve } from './resolve.ts';

/** An identifier in a body that names an object of another resource. */
export interface BodyReference {
  /** Members from the body to the identifier; `*` stands for every entry of a list. */
  readonly path: readonly string[];
  readonly resource: string;
}

/** A resource, by the operations that it takes. */
export interface Resource {
  readonly name: string;
  /** Its name in settings: `articolo`. */
  readonly setting: string;
  /** The operation of each kind; what acts on its objects stands in `acts`. */
  readonly operations: Readonly<Partial<Record<Exclude<EffectKind, 'act'>, string>>>;
  readonly acts: readonly string[];
  /** Whether each company has its own. */
  readonly company: boolean;
  /** The member of a body that people know an object by. */
  readonly label?: string;
  /** The member of a change that holds the ConcurrencyToken. */
  readonly token?: string;
  readonly references: readonly BodyReference[];
  /** A body that creates an object, from the examples of the contract. */
  readonly example?: unknown;
  /** An object as answers show it, from the examples of the contract. */
  readonly shown?: unknown;
}

/** The resources that operations say they act on, in the order of their names. */
export function resourcesOf({ operations, documents }: Contract): readonly Resource[] {
  const names = new Set(operations.flatMap(({ effect }) => (effect === undefined ? [] : [effect.resource])));
  return [...names].sort().map((name) => buildResource(name, operations, documents.customer));
}

function buildResource(name: string, all: readonly Operation[], document: OpenApiDocument): Resource {
  const own = all.filter(({ effect }) => effect?.resource === name);
  const ofKind = (kind: EffectKind): readonly Operation[] => own.filter(({ effect }) => effect?.kind === kind);
  const kinds = (['list', 'create', 'read', 'update', 'delete'] as const).flatMap((kind) => ofKind(kind).map(({ id }) => [kind, id]));
  const [creation] = ofKind('create');
  const [update] = ofKind('update');
  const body = creation?.body && marksOf(creation.body.schema, document);
  const shown = (['read', 'create', 'update', 'list'] as const)
    .flatMap(ofKind)
    .map(shownBy)
    .find((example) => typeof example === 'object');
  const token = update?.body && marksOf(update.body.schema, document).members.find((member) => /^concurrencytoken$/i.test(member));
  return {
    name,
    setting: lowerFirst(name),
    operations: Object.fromEntries(kinds),
    acts: ofKind('act').map(({ id }) => id),
    company: own.every(({ company }) => company),
    ...(body?.label !== undefined && { label: body.label }),
    ...(token !== undefined && { token }),
    references: body?.references ?? [],
    ...(creation?.body?.example !== undefined && { example: creation.body.example }),
    ...(shown !== undefined && { shown }),
  };
}

/** The object in the example of an operation's answer: of a list the first. */
function shownBy({ answers }: Operation): unknown {
  const example = answers.find(({ body }) => body?.example !== undefined)?.body?.example;
  return Array.isArray(example) ? example[0] : example;
}

/** What the marks of a body's schema, and of all that it is made of, say. */
interface Marks {
  label?: string;
  readonly members: string[];
  readonly references: BodyReference[];
}

function marksOf(schema: Schema, document: OpenApiDocument): Marks {
  const marks: Marks = { members: [], references: [] };
  collect(schema, document, [], marks);
  return marks;
}

function collect(schema: Schema, document: OpenApiDocument, path: readonly string[], marks: Marks): void {
  if (typeof schema === 'boolean') return;
  const node = resolve<SchemaObject>(document, schema as SchemaObject);
  const { 'x-label': label, 'x-references': references = {}, properties = {}, allOf = [], items } = node;
  if (path.length === 0 && typeof label === 'string') marks.label = label;
  if (path.length === 0) marks.members.push(...Object.keys(properties));
  for (const [member, resource] of Object.entries(references as object))
    marks.references.push({ path: [...path, member], resource: String(resource) });
  for (const part of allOf) collect(part, document, path, marks);
  for (const [member, property] of Object.entries(properties)) collect(property, document, [...path, member], marks);
  if (items !== undefined) collect(items, document, [...path, '*'], marks);
}
