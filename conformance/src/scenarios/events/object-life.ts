import { isServed } from '../../api/requests.ts';
import type { OperationId } from '../../generated/operations.ts';
import { effects, type Resource } from '../../generated/resources.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { type JsonObject, sameJson } from '../../model/json.ts';
import type { Company } from '../../model/target.ts';
import { lacking } from '../../model/verdict.ts';
import {
  type Addition,
  additionsTo,
  changesTo,
  doubled,
  laterChanges,
  manyBodies,
  variantsOf,
  withAdditions,
} from '../operations/declared-members.ts';
import { change } from '../operations/operation-case.ts';
import { newReferences } from '../operations/references.ts';
import { isSparing } from '../sparingly.ts';
import { edgeMembers } from '../written/edge-values.ts';
import { Life, objectFiredBy, Ways } from './life.ts';
import type { Step } from './step.ts';

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

/** Creates a long object, changes and deletes it. Acts that fire events are done on another one, so that their events stay apart. */
export async function* objectLife(context: CheckContext, company: Company, resource: Resource): AsyncGenerator<Step> {
  const { create } = resource.operations;
  if (create === undefined) return;
  if (!isServed(context, create)) throw lacking(`there is no ${resource.name} (surface.${effects[create]?.setting})`);
  const life = new Life(context, company, resource);
  // Once per run is enough, because every webhook for all types receives it.
  const isFirst = company === context.target.companies[0];
  const lengths = isFirst && !context.isQuick ? [entries.most, entries.many] : [entries.many];
  yield life.creation(create, { lengths, unissued: true });
  yield* life.changes();
  const acts = resource.acts.filter((act) => effects[act]?.fires !== undefined);
  const [first] = acts;
  const other = new Life(context, company, resource);
  // What is made from a long object is long too. The log and redeliveries must show an object that was changed later, and still exists.
  const isKept = isFirst && !isSparing(context);
  if (first !== undefined || isKept) yield other.creation(create, { lengths });
  if (isKept) yield* other.changes();
  yield* life.deletion();
  if (first === undefined) return;
  if (!isServed(context, first)) throw lacking(`there is no ${first} (surface.${effects[first]?.setting})`);
  for (const act of acts) if (isServed(context, act)) yield other.act(act);
}

/**
 * Objects with varied bodies: each is created, changed, and goes through the acts whose events are about the object itself. These are not
 * deleted, so that the creation event can be told from the later state.
 */
export async function* variedLives(
  context: CheckContext,
  company: Company,
  resource: Resource,
  keyFor: (operation: OperationId) => string,
): AsyncGenerator<Step> {
  const { create } = resource.operations;
  if (create === undefined || !isServed(context, create)) return;
  const acts = resource.acts.filter((act) => objectFiredBy(act) === resource.name && isServed(context, act));
  const { update } = resource.operations;
  const drawn = update === undefined ? [] : manyBodies(update);
  const members = Object.keys(Object.assign({}, ...drawn)).filter((name) => name !== resource.label);
  const ways = new Ways();
  const mixed = (body: JsonObject): Iterable<JsonObject> => {
    const changes = laterChanges(body, create, resource);
    return changes.length === 0 ? [] : ways.of(doubled(body), changes);
  };
  const full = (body: JsonObject): Iterable<JsonObject> => ways.of(body, additionsTo(body, manyBodies(create), resource));
  const whole = new Life(context, company, resource, context.isQuick ? undefined : keyFor);
  yield whole.variedCreation(create, full, '');
  yield* whole.changes(undefined, true);
  const variants = variantsOf(create, resource, whole.body).map((variant) => (body: JsonObject) => [variant(body)]);
  // An object with acts keeps what it was created with.
  const isKept = (name: string, body: JsonObject, plain: JsonObject): boolean => acts.length > 0 && !sameJson(body[name], plain[name]);
  for (const [index, variant] of context.some([mixed, ...variants]).entries()) {
    const member = members[index % members.length] ?? '';
    const life = new Life(context, company, resource, index % 3 === 1 ? keyFor : undefined);
    // Only every second one: which characters a name accepts is the target's choice.
    yield life.variedCreation(create, variant, index % 2 === 0 ? ' è' : '');
    const ofMember = (body: JsonObject, plain: JsonObject): readonly Addition[] =>
      isKept(member, body, plain) ? [] : changesTo(body, drawn, resource).filter(({ path }) => path[0] === member);
    // At the standard budget, calls that change one member each are sent elsewhere.
    if (context.isQuick || index < 2) yield* life.changes(ofMember, acts.length === 0 && index % 2 === 1);
    for (const act of acts) yield life.act(act, { awaited: true, optional: true });
  }
  if (context.isQuick) return;
  yield* edgeLives(context, company, resource, create, acts, ways);
  yield* referringLife(context, company, resource, create, acts);
  const gone = new Life(context, company, resource);
  yield gone.variedCreation(create, full, '');
  yield* gone.deletion();
}

/** An object that refers to others wherever it can, also in several entries of a list. */
async function* referringLife(
  context: CheckContext,
  company: Company,
  resource: Resource,
  create: OperationId,
  acts: readonly OperationId[],
): AsyncGenerator<Step> {
  if (resource.references.length === 0) return;
  const { named, referring } = await newReferences(context, resource, company);
  const life = new Life(context, company, resource);
  yield life.variedCreation(create, (body) => [doubled(body), body].map((one) => withAdditions(one, referring(one))), '');
  yield* life.changes();
  // A change of a referenced object is not a change of this one.
  for (const object of named) await change(context, object);
  for (const act of acts) yield life.act(act, { awaited: true, optional: true });
}

/** Objects with values that a careless service loses, above all long numbers. Each is created, changed, and then deleted or acted on. */
async function* edgeLives(
  context: CheckContext,
  company: Company,
  resource: Resource,
  create: OperationId,
  acts: readonly OperationId[],
  ways: Ways,
): AsyncGenerator<Step> {
  for (const [index, [created, changed]] of edgePairs.entries()) {
    const life = new Life(context, company, resource);
    yield life.variedCreation(create, (body) => ways.halved(body, edgesAt(body, create, resource, created)), '');
    yield* life.changes(
      (body) => edgesAt(body, resource.operations.update ?? create, resource, changed),
      false,
      (...edges) => ways.halved(...edges),
    );
    if (index === 0 && acts.length > 0) for (const act of acts) yield life.act(act, { awaited: true, optional: true });
    else yield* life.deletion();
  }
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
