import fc from 'fast-check';
import { bodies } from '../../generated/arbitraries.ts';
import type { OperationId } from '../../generated/operations.ts';
import type { Resource } from '../../generated/resources.ts';
import { isObject, type Json, type JsonObject, memberOf, sameJson } from '../../model/json.ts';
import { type Examples, examplesIn, fullest } from './examples.ts';

/** A declared member, and a value that its schema allows and that the body does not have there. */
export interface Addition {
  /** The members and indices from the body to the member. */
  readonly path: readonly (string | number)[];
  readonly value: Json;
}

/** Half of the bodies have a given member, so in this many bodies hardly any member is missing. */
const DRAWN = 8;

/** Bodies of an operation, drawn from the contract. Together they have nearly every declared member. */
export function drawnBodies(operation: OperationId): fc.Arbitrary<readonly JsonObject[]> {
  const body = bodies[operation];
  return body === undefined ? fc.constant([]) : fc.array(body, { minLength: DRAWN, maxLength: DRAWN });
}

/** The declared members that a body lacks, at any depth, with drawn values. Leaves out members that refer to other objects. */
export function additionsTo(body: JsonObject, drawn: readonly JsonObject[], resource: Resource): readonly Addition[] {
  return membersOf(body, examplesIn(drawn), resource).filter(({ present }) => !present);
}

/** All declared members, at any depth, with values that differ from the body's. Leaves out members that refer to other objects. */
export function changesTo(body: JsonObject, drawn: readonly JsonObject[], resource: Resource): readonly DrawnMember[] {
  return membersOf(body, examplesIn(drawn), resource);
}

export interface DrawnMember extends Addition {
  /** Whether the body has it, with another value. */
  readonly present: boolean;
}

function membersOf(body: JsonObject, drawn: Examples, { references, token }: Resource): readonly DrawnMember[] {
  const isNamed = (path: readonly string[]): boolean =>
    references.some((reference) => sameJson(reference.path, path)) || (path.length === 1 && path[0] === token);
  const found: DrawnMember[] = [];
  collect(body, drawn, [], []);
  return found;

  function collect(value: Json, examples: Examples, path: readonly (string | number)[], schemaPath: readonly string[]): void {
    if (Array.isArray(value)) {
      for (const [index, entry] of value.entries()) collect(entry, examples.entries, [...path, index], [...schemaPath, '*']);
      return;
    }
    if (!isObject(value)) return;
    for (const name of examples.names) {
      const member = examples.member(name);
      const inside = [...schemaPath, name];
      if (isNamed(inside) || member.fullest === undefined) continue;
      const own = value[name];
      if (own === undefined) found.push({ path: [...path, name], value: member.fullest, present: false });
      else if (Array.isArray(own) || isObject(own)) collect(own, member, [...path, name], inside);
      else {
        const another = fullest(member.values.filter((drawnValue) => !sameJson(drawnValue, own)));
        if (another !== undefined) found.push({ path: [...path, name], value: another, present: true });
      }
    }
  }
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

function placed(whole: Json, [step, ...rest]: readonly (string | number)[], value: Json): Json {
  if (step === undefined) return value;
  if (Array.isArray(whole)) return whole.map((entry: Json, index) => (index === step ? placed(entry, rest, value) : entry));
  return isObject(whole) ? { ...whole, [step]: placed(whole[step] ?? null, rest, value) } : whole;
}

/**
 * The first place where the shown value differs from the sent one, as a JSON pointer; undefined if nothing was lost. Extra members are
 * fine.
 */
export function lostAt(sent: Json, shown: Json | undefined, pointer = ''): string | undefined {
  if (Array.isArray(sent)) {
    if (!Array.isArray(shown) || shown.length !== sent.length) return pointer;
    return firstOf(sent.map((entry: Json, index) => () => lostAt(entry, shown[index], `${pointer}/${index}`)));
  }
  if (isObject(sent)) {
    return firstOf(
      Object.entries(sent).map(
        ([name, value]) =>
          () =>
            lostAt(value, memberOf(shown, name), `${pointer}/${name}`),
      ),
    );
  }
  // A null member and an absent one mean the same.
  return sameJson(sent, shown) || (sent === null && shown === undefined) ? undefined : pointer;
}

function firstOf(looks: readonly (() => string | undefined)[]): string | undefined {
  for (const look of looks) {
    const found = look();
    if (found !== undefined) return found;
  }
  return undefined;
}
