import { isServed } from '../../api/requests.ts';
import type { OperationId } from '../../generated/operations.ts';
import { effects, type Resource, resources } from '../../generated/resources.ts';
import { type Json, type JsonObject, sameJson } from '../../model/json.ts';
import { lacking } from '../../model/verdict.ts';
import {
  type Addition,
  additionsTo,
  changesTo,
  doubled,
  laterChanges,
  lettered,
  manyBodies,
  variantsOf,
  waysOf,
  withAdditions,
} from '../operations/declared-members.ts';
import { change } from '../operations/operation-case.ts';
import { newReferences } from '../operations/references.ts';
import { isSparing } from '../sparingly.ts';
import { everyEnding } from '../values/texts.ts';
import { edgeMembers } from '../written/edge-values.ts';
import { objectFiredBy } from './cause.ts';
import { Life, type Variants } from './life.ts';
import type { Steps } from './steps.ts';

/** Characters that an Italian document accepts anywhere. */
const LATIN_ENDING = ' perché è così';

/** Entries per list: enough for an event of more than 64 KiB, and for one of several kilobytes. */
const entries = { most: 500, many: 60 };

/**
 * Which edge value each member has at the creation and after the change. Every kind of event carries the number with the most digits, and
 * some carry the one that no binary fraction equals.
 */
const MOST_DIGITS = 4;
const NO_FRACTION = 6;
const edgePairs = [
  [0, 3],
  [MOST_DIGITS, 1],
  [NO_FRACTION, MOST_DIGITS],
] as const;

/** The resources whose creation fires an event: contacts first, and those with acts last, which are the documents. */
export function firingResources(): readonly Resource[] {
  const firing = Object.values(resources).filter(({ operations: { create } }) => create && effects[create]?.fires);
  const isOther = ({ name }: Resource): number => (name === 'Anagrafica' ? 0 : 1);
  return firing.toSorted((one, other) => isOther(one) - isOther(other) || one.acts.length - other.acts.length);
}

/**
 * Creates a long object, changes and deletes it. Acts that fire events are done on another one, so that their events stay apart. The events
 * of contacts are awaited one by one: they show whether anything is delivered.
 */
export async function objectLife(steps: Steps, resource: Resource): Promise<void> {
  const { context, company } = steps;
  const { create } = resource.operations;
  if (create === undefined) return;
  if (!isServed(context, create)) throw lacking(`there is no ${resource.name} (surface.${effects[create]?.setting})`);
  // Once per run is enough, because every webhook for all types receives it.
  const isFirst = company === context.target.companies[0];
  const lengths = isFirst && !context.isQuick ? [entries.most, entries.many] : [entries.many];
  const isContact = resource.name === 'Anagrafica';
  // How many entries and which characters the target accepts is its choice. The name of a contact has them too.
  const long =
    (ending: string): Variants =>
    (body) =>
      isContact ? [] : lengths.map((length) => lengthened(body, length)).flatMap((one) => [lettered(one, create, resource, ending), one]);
  const life = new Life(steps, resource, { ending: isContact ? everyEnding : '', awaited: isContact });
  await life.create(create, long(everyEnding), { isUnissued: true });
  await life.change();
  const acts = resource.acts.filter((act) => effects[act]?.fires !== undefined);
  const [first] = acts;
  const other = new Life(steps, resource, { awaited: isContact });
  // The log and redeliveries must show an object that was changed later, and still exists.
  const isKept = isFirst && !isSparing(context);
  // What is made from an issued document accepts fewer characters.
  if (first !== undefined || isKept) await other.create(create, long(LATIN_ENDING));
  if (isKept) await other.change();
  await life.delete();
  if (first === undefined) return;
  if (!isServed(context, first)) throw lacking(`there is no ${first} (surface.${effects[first]?.setting})`);
  for (const act of acts) if (isServed(context, act)) await other.act(act);
}

/**
 * Objects with varied bodies: each is created, changed, and goes through the acts whose events are about the object itself. These are not
 * deleted, so that the creation event can be told from the later state.
 */
export async function variedLives(steps: Steps, resource: Resource, keyFor: (operation: OperationId) => string): Promise<void> {
  const { context } = steps;
  const { create, update } = resource.operations;
  if (create === undefined || !isServed(context, create)) return;
  const acts = resource.acts.filter((act) => objectFiredBy(act) === resource.name && isServed(context, act));
  const drawn = update === undefined ? [] : manyBodies(update);
  const members = Object.keys(Object.assign({}, ...drawn)).filter((name) => name !== resource.label);
  const mixed = (body: JsonObject): Iterable<JsonObject> => {
    const changes = laterChanges(body, create, resource);
    return changes.length === 0 ? [] : waysOf(doubled(body), changes);
  };
  const full = (body: JsonObject): Iterable<JsonObject> => waysOf(body, additionsTo(body, manyBodies(create), resource));
  const whole = new Life(steps, resource, { keyFor: context.isQuick ? undefined : keyFor });
  await whole.create(create, full, { optional: true });
  await whole.change(undefined, true);
  const variants = variantsOf(create, resource, whole.body).map((variant) => (body: JsonObject) => [variant(body)]);
  // An object with acts keeps what it was created with.
  const isKept = (name: string, body: JsonObject, plain: JsonObject): boolean => acts.length > 0 && !sameJson(body[name], plain[name]);
  for (const [index, variant] of context.some([mixed, ...variants]).entries()) {
    const member = members[index % members.length] ?? '';
    // Only every second one: which characters a name accepts is the target's choice.
    const life = new Life(steps, resource, { ending: index % 2 === 0 ? ' è' : '', keyFor: index % 3 === 1 ? keyFor : undefined });
    await life.create(create, variant, { optional: true });
    const ofMember: Variants = (body, plain) =>
      waysOf(body, isKept(member, body, plain) ? [] : changesTo(body, drawn, resource).filter(({ path }) => path[0] === member));
    // At the standard budget, calls that change one member each are sent elsewhere.
    if (context.isQuick || index < 2) await life.change(ofMember, acts.length === 0 && index % 2 === 1);
    for (const act of acts) await life.act(act, { optional: true });
  }
  if (context.isQuick) return;
  await edgeLives(steps, resource, create, acts);
  await referringLife(steps, resource, create, acts);
  const gone = new Life(steps, resource);
  await gone.create(create, full, { optional: true });
  await gone.delete();
}

/** An object that refers to others wherever it can, also in several entries of a list. */
async function referringLife(steps: Steps, resource: Resource, create: OperationId, acts: readonly OperationId[]): Promise<void> {
  if (resource.references.length === 0) return;
  const { context, company } = steps;
  const { named, referring } = await newReferences(context, resource, company);
  const life = new Life(steps, resource);
  await life.create(create, (body) => [doubled(body), body].map((one) => withAdditions(one, referring(one))), { optional: true });
  await life.change();
  // A change of a referenced object is not a change of this one.
  for (const object of named) await change(context, object);
  for (const act of acts) await life.act(act, { optional: true });
}

/** Objects with values that a careless service loses, above all long numbers. Each is created, changed, and then deleted or acted on. */
async function edgeLives(steps: Steps, resource: Resource, create: OperationId, acts: readonly OperationId[]): Promise<void> {
  for (const [index, [created, changed]] of edgePairs.entries()) {
    const life = new Life(steps, resource);
    await life.create(create, (body) => halvesOf(body, edgesAt(body, create, resource, created)), { optional: true });
    await life.change((body) => halvesOf(body, edgesAt(body, resource.operations.update ?? create, resource, changed)));
    if (index === 0 && acts.length > 0) for (const act of acts) await life.act(act, { optional: true });
    else await life.delete();
  }
}

/** The body with the entries of each list repeated this many times. */
function lengthened(body: JsonObject, length: number): JsonObject {
  const repeated = (value: Json): Json => (Array.isArray(value) ? Array.from({ length }, () => value).flat() : value);
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, repeated(value)]));
}

/** The edge value with this index of each member that has one. Only one is a decimal, because a product of large numbers is refused. */
function edgesAt(body: JsonObject, operation: OperationId, resource: Resource, index: number): readonly Addition[] {
  const edges = edgeMembers(body, operation, resource).flatMap(({ path, values }) => {
    const value = values[index];
    return value === undefined ? [] : [{ path, value }];
  });
  const last = edges.findLast(isDecimal);
  return edges.filter((edge) => !isDecimal(edge) || edge === last);
}

function isDecimal({ value }: Addition): boolean {
  return typeof value === 'string' && /^-?\d+\.\d+$/.test(value);
}

/** The body with all changes, then with each half, then with each quarter, and so on: several of them may be refused. */
function halvesOf(body: JsonObject, all: readonly Addition[]): readonly JsonObject[] {
  const parts = [all];
  for (const part of parts) {
    const middle = Math.ceil(part.length / 2);
    if (part.length > 1) parts.push(part.slice(middle), part.slice(0, middle));
  }
  return parts.map((part) => withAdditions(body, part));
}
