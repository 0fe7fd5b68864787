import fc from 'fast-check';
import { bodies } from '../../generated/arbitraries.ts';
import type { OperationId } from '../../generated/operations.ts';
import type { Resource } from '../../generated/resources.ts';
import { isObject, type Json, type JsonObject, sameJson } from '../../model/json.ts';
import { type Path, placed, without } from '../values/places.ts';
import { type Examples, examplesIn, fullest } from './examples.ts';

/** A declared member, and a value that its schema allows and that the body does not have there. */
export interface Addition {
  readonly path: Path;
  readonly value: Json;
}

/** Half of the bodies have a given member, so in this many bodies hardly any member is missing. */
const DRAWN = 8;

/** Bodies of an operation, drawn from the contract. Together they have nearly every declared member. */
export function drawnBodies(operation: OperationId): fc.Arbitrary<readonly JsonObject[]> {
  const body = bodies[operation];
  return body === undefined ? fc.constant([]) : fc.array(body, { minLength: DRAWN, maxLength: DRAWN });
}

/** A declared member of a body, at any depth, or one that the body lacks. */
export interface DeclaredMember {
  readonly path: Path;
  /** Its value in the body; undefined if the body lacks it. */
  readonly own: Json | undefined;
  readonly examples: Examples;
}

/** Every declared member that a body has or lacks. Leaves out the token, and members that refer to other objects. */
export function membersOf(body: JsonObject, drawn: readonly JsonObject[], { references, token }: Resource): readonly DeclaredMember[] {
  const isNamed = (path: readonly string[]): boolean =>
    references.some((reference) => sameJson(reference.path, path)) || (path.length === 1 && path[0] === token);
  const within = (value: Json, examples: Examples, path: Path, declared: readonly string[]): readonly DeclaredMember[] => {
    if (Array.isArray(value))
      return value.flatMap((entry: Json, index) => within(entry, examples.entries, [...path, index], [...declared, '*']));
    if (!isObject(value)) return [];
    return examples.names.flatMap((name) => {
      const [own, member, inside] = [value[name], examples.member(name), [...declared, name]];
      if (isNamed(inside) || member.values.length === 0) return [];
      if (Array.isArray(own) || isObject(own)) return within(own, member, [...path, name], inside);
      return [{ path: [...path, name], own, examples: member }];
    });
  };
  return within(body, examplesIn(drawn), [], []);
}

/** The declared members that a body lacks, with drawn values. */
export function additionsTo(body: JsonObject, drawn: readonly JsonObject[], resource: Resource): readonly Addition[] {
  return changesTo(body, drawn, resource).filter(({ present }) => !present);
}

/** All declared members, with values that differ from the body's. */
export function changesTo(body: JsonObject, drawn: readonly JsonObject[], resource: Resource): readonly DrawnMember[] {
  return membersOf(body, drawn, resource).flatMap(({ path, own, examples }) => {
    const value = own === undefined ? examples.fullest : fullest(examples.values.filter((another) => !sameJson(another, own)));
    return value === undefined ? [] : [{ path, value, present: own !== undefined }];
  });
}

export interface DrawnMember extends Addition {
  /** Whether the body has it, with another value. */
  readonly present: boolean;
}

/** The body with an ending after each of its free texts. The name stays, because it is searched for as it was sent. */
export function lettered(body: JsonObject, operation: OperationId, resource: Resource, ending: string): JsonObject {
  const texts = membersOf(body, manyBodies(operation), resource).flatMap(({ path, own, examples }) =>
    typeof own === 'string' && examples.isFree && path[0] !== resource.label ? [{ path, value: own + ending }] : [],
  );
  return withAdditions(body, texts);
}

/** The texts of a body that may contain spaces. */
export function freeTexts(body: JsonObject, operation: OperationId): readonly (readonly [name: string, text: string])[] {
  const drawn = manyBodies(operation);
  const isFree = (name: string): boolean => drawn.some((one) => typeof one[name] === 'string' && /\s/.test(one[name]));
  return Object.entries(body).flatMap(([name, text]) => (typeof text === 'string' && isFree(name) ? [[name, text] as const] : []));
}

/** The body with each entry of its lists twice, because a service may handle only the first. */
export function doubled(body: JsonObject): JsonObject {
  const members = Object.entries(body).map(([name, value]) => [name, Array.isArray(value) ? [...value, ...value] : value]);
  return Object.fromEntries(members);
}

/** Ways to make changes that may exclude each other: all, all but one, or one alone. The first that is accepted says the most. */
export function waysOf(body: JsonObject, changes: readonly Addition[]): readonly JsonObject[] {
  const ways = [changes, ...changes.map((one) => changes.filter((other) => other !== one)), ...changes.map((one) => [one])];
  return ways.map((some) => withAdditions(body, some));
}

/** What differs in the second entry of each list, once the body is doubled. */
export function laterChanges(body: JsonObject, operation: OperationId, resource: Resource): readonly Addition[] {
  return changesTo(doubled(body), manyBodies(operation), resource).filter(isInLaterEntry);
}

/** Whether a member belongs to an entry of a list after the first. */
export function isInLaterEntry({ path }: Addition): boolean {
  return path.some((step) => typeof step === 'number' && step > 0);
}

/** The most values that count as few. A service may treat each of them in its own way. */
const FEW_VALUES = 10;
/** How many bodies to draw so that each of so few values occurs. */
const DRAWN_FOR_VALUES = 120;

/** Varies the body of an operation. */
export type Variant = (body: JsonObject) => JsonObject;

/** With each declared member alone that a known body lacks, and with each value of the members that have few. */
export function variantsOf(operation: OperationId, resource: Resource, known: JsonObject): readonly Variant[] {
  return [...memberVariants(operation, resource, known).slice(1), ...valueVariants(operation)];
}

/** With each value of the members that have few. @param most how many are few */
export function valueVariants(operation: OperationId, most: number = FEW_VALUES): readonly Variant[] {
  return Object.entries(valuesOf(manyBodies(operation))).flatMap(([name, values]) =>
    values.size <= most && values.size > 1
      ? [...values].map(
          (value): Variant =>
            (body) => ({ ...body, [name]: value }),
        )
      : [],
  );
}

/** With all declared members together, and then with each alone, because some exclude each other. @param known leaves out its members */
export function memberVariants(operation: OperationId, resource: Resource, known: JsonObject = {}): readonly Variant[] {
  const drawn = manyBodies(operation);
  const additions = (body: JsonObject): readonly Addition[] => additionsTo(body, drawn, resource);
  if (drawn.length === 0) return [];
  const names = examplesIn(drawn).names.filter((name) => known[name] === undefined);
  const alone = names.map(
    (name): Variant =>
      (body) =>
        withAdditions(
          body,
          additions(body).filter(({ path }) => path[0] === name),
        ),
  );
  return [(body) => withAdditions(body, additions(body)), ...alone];
}

const drawnOnce = new Map<OperationId, readonly JsonObject[]>();

/** Bodies of an operation, the same in each run. Drawing them takes long, so each operation's are drawn only once. */
export function manyBodies(operation: OperationId): readonly JsonObject[] {
  const arbitrary = bodies[operation];
  const drawn = drawnOnce.get(operation) ?? (arbitrary === undefined ? [] : fc.sample(arbitrary, { seed: 1, numRuns: DRAWN_FOR_VALUES }));
  drawnOnce.set(operation, drawn);
  return drawn;
}

/** The texts that were drawn for each top-level member. */
function valuesOf(drawn: readonly JsonObject[]): Readonly<Record<string, ReadonlySet<string>>> {
  const names = new Set(drawn.flatMap((body) => Object.keys(body)));
  return Object.fromEntries(
    [...names].map((name) => [name, new Set(drawn.flatMap((body) => (typeof body[name] === 'string' ? [body[name]] : [])))]),
  );
}

/** The body with the additions in their places. */
export function withAdditions(body: JsonObject, additions: readonly Addition[]): JsonObject {
  return additions.reduce((whole, { path, value }) => placed(whole, path, value) as JsonObject, body);
}

/** Webhooks are listed whatever their audience, and whether or not they have a Description. */
export const webhookVariants: readonly Variant[] = [
  (body) => ({ ...body, AziendaId: null }),
  ({ Description: _, ...body }) => body,
  (body) => ({ ...body, AziendaId: null, Description: null }),
  (body) => ({ ...body, Description: '' }),
];

/** A change of a body in one place only. */
interface ChangeAlone {
  /** What is changed, as a JSON pointer. */
  readonly at: string;
  readonly apply: (body: JsonObject) => JsonObject;
}

/** The changes of a body in one place each, by kind. Each kind gets the body as the kinds before it left it. */
export function changesAlone(operation: OperationId, resource: Resource): readonly ((body: JsonObject) => readonly ChangeAlone[])[] {
  const drawn = manyBodies(operation);
  const alone = (changes: readonly Addition[]): readonly ChangeAlone[] =>
    changes.map((one) => ({ at: one.path.map((step) => `/${step}`).join(''), apply: (to) => withAdditions(to, [one]) }));
  // A target refuses a body without a required member, such as those that name the object or another one.
  const kept = new Set([resource.label, resource.token, ...resource.references.map(({ path }) => path[0])]);
  return [
    (body) => alone(additionsTo(body, drawn, resource)),
    (body) => alone(changesTo(body, drawn, resource).filter(({ present }) => present)),
    (body) =>
      Object.entries(body).flatMap(([name, value]) =>
        Array.isArray(value) ? [{ at: `/${name}, with more entries`, apply: (to) => ({ ...to, [name]: [...value, ...value] }) }] : [],
      ),
    (body) =>
      Object.keys(body)
        .filter((name) => !kept.has(name))
        .map((name) => ({ at: `/${name}, left out`, apply: (to) => without(to, [name]) as JsonObject })),
  ];
}
