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
  manyBodies,
  mixedLists,
  variantsOf,
  waysOf,
  withAdditions,
} from '../operations/declared-members.ts';
import { change } from '../operations/listed-objects.ts';
import { newReferences } from '../operations/references.ts';
import { edgeMembers } from '../written/edge-values.ts';
import { Life, objectFiredBy } from './life.ts';
import type { Step } from './step.ts';

/** Entries of each list in an object whose event takes more than 64 KiB, and of one whose event takes several kilobytes. */
const entries = { most: 500, many: 60 };

/** Which of its values each member has at the creation and after the change: the number with most digits is told of by every event, and so is the one that no binary fraction is. */
const MOST_DIGITS = 4;
const NO_FRACTION = 6;
const edgePairs = [
  [0, MOST_DIGITS],
  [3, MOST_DIGITS],
  [MOST_DIGITS, 1],
  [NO_FRACTION, 2],
] as const;

/** One is created long, changed and deleted; where acts fire events, they are done on another, so that what happens to one is not told of the other. */
export async function* objectLife(context: CheckContext, company: Company, resource: Resource): AsyncGenerator<Step> {
  const { create } = resource.operations;
  if (create === undefined) return;
  if (!isServed(context, create)) throw lacking(`there is no ${resource.name} (surface.${effects[create]?.setting})`);
  const life = new Life(context, company, resource);
  // Once in a run is enough: each webhook for all types is sent it.
  const lengths = company === context.target.companies[0] && !context.isQuick ? [entries.most, entries.many] : [entries.many];
  yield life.creation(create, { lengths, unissued: true });
  yield* life.changes();
  const acts = resource.acts.filter((act) => effects[act]?.fires !== undefined);
  const [first] = acts;
  if (first === undefined) {
    yield* life.deletion();
    return;
  }
  const other = new Life(context, company, resource);
  // What is made from a long object is long too.
  yield other.creation(create, { lengths });
  yield* life.deletion();
  if (!isServed(context, first)) throw lacking(`there is no ${first} (surface.${effects[first]?.setting})`);
  for (const act of acts) if (isServed(context, act)) yield other.act(act);
}

/**
 * Objects whose bodies are written otherwise: each is created, changed, and goes through the acts that events tell of by its id. Of these none is
 * deleted, so that an event of its creation can be told from what it has become.
 */
export async function* variedLives(context: CheckContext, company: Company, resource: Resource): AsyncGenerator<Step> {
  const { create } = resource.operations;
  if (create === undefined || !isServed(context, create)) return;
  const acts = resource.acts.filter((act) => objectFiredBy(act) === resource.name && isServed(context, act));
  const { update } = resource.operations;
  const drawn = update === undefined ? [] : manyBodies(update);
  const members = Object.keys(Object.assign({}, ...drawn)).filter((name) => name !== resource.label);
  const variants = variantsOf(create, resource).map((variant) => (body: JsonObject) => [variant(body)]);
  const mixed = (body: JsonObject): readonly JsonObject[] => mixedLists(body, create, resource);
  const full = (body: JsonObject): readonly JsonObject[] => waysOf(body, additionsTo(body, manyBodies(create), resource));
  // What acts are done on keeps what it was created with.
  const isKept = (name: string, body: JsonObject, plain: JsonObject): boolean => acts.length > 0 && !sameJson(body[name], plain[name]);
  for (const [index, ways] of context.some([mixed, ...variants]).entries()) {
    const member = members[index % members.length] ?? '';
    const life = new Life(context, company, resource, index % 3 === 1);
    // Not each: which letters a name takes is the target's choice.
    yield life.variedCreation(create, ways, index % 2 === 0 ? ' è' : '');
    const ofMember = (body: JsonObject, plain: JsonObject): readonly Addition[] =>
      isKept(member, body, plain) ? [] : changesTo(body, drawn, resource).filter(({ path }) => path[0] === member);
    yield* life.changes(ofMember, acts.length === 0 && index % 2 === 1);
    for (const act of acts) yield life.act(act, { awaited: true, optional: true });
  }
  if (!context.isQuick) {
    yield* edgeLives(context, company, resource, create, acts);
    yield* referringLife(context, company, resource, create, acts);
    const gone = new Life(context, company, resource);
    yield gone.variedCreation(create, full, '');
    yield* gone.deletion();
  }
  if (acts.length === 0) return;
  const whole = new Life(context, company, resource);
  yield whole.variedCreation(create, full, '');
  yield* whole.changes(undefined, true);
}

/** One that names other objects wherever it can, also in several entries of a list. */
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
  // A change of what it names is none of its own.
  for (const object of named) await change(context, object);
  for (const act of acts) yield life.act(act, { awaited: true, optional: true });
}

/** Objects that hold what a careless service loses, first of all numbers of many digits: each is created so, changed into others, and deleted or used. */
async function* edgeLives(
  context: CheckContext,
  company: Company,
  resource: Resource,
  create: OperationId,
  acts: readonly OperationId[],
): AsyncGenerator<Step> {
  for (const [index, [created, changed]] of edgePairs.entries()) {
    const life = new Life(context, company, resource);
    yield life.variedCreation(create, (body) => waysOf(body, edgesAt(body, create, resource, created)), '');
    yield* life.changes((body) => edgesAt(body, resource.operations.update ?? create, resource, changed));
    if (index === 0 && acts.length > 0) for (const act of acts) yield life.act(act, { awaited: true, optional: true });
    else yield* life.deletion();
  }
}

/** Of each member the value with this number, as far as it has so many; of numbers one alone, since a product of large ones is refused. */
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
