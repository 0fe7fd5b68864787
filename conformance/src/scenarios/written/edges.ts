import { resources } from '../../generated/resources.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { JsonObject } from '../../model/json.ts';
import { type Addition, additionsTo, changesTo, manyBodies, withAdditions } from '../operations/declared-members.ts';
import type { OperationCase } from '../operations/operation-case.ts';
import { type EdgeMember, edgeMembers } from './edge-values.ts';
import { type Series, written } from './series.ts';

/** What earlier writes have shown of a resource, so that later ones are not refused for the same reason. */
export interface Known {
  /** The declared members that the target accepts together. */
  members?: readonly Addition[];
  /** With which values of other members a member's value is accepted; undefined if it is not. */
  readonly ways: Map<string, readonly Addition[] | undefined>;
  /** The values of other members that a member's value needs, if any. */
  readonly beside: Map<string, readonly Addition[]>;
  /** Members for which such values were looked for. */
  readonly sought: Set<string>;
  /** Members that had to be changed before the target acted on the object. */
  readonly inTheWay: Set<string>;
}

/** How many values of a member are tried at the standard budget. Only long enumerations have more. */
const FEW = 8;

/** Endings of a label: a combining accent, a surrogate pair, markup and escapes, and spaces. */
const ENDINGS = [' e\u0301', ' 🚲', ' <b>&amp;"\'\\n%20', '  b '];

/** A body with as many of its declared members as the target accepts together, and with other values than the plain body. */
export async function fullBody(context: CheckContext, series: Series, known: Known): Promise<JsonObject> {
  const { one, body } = series;
  known.members ??= await acceptedOf(context, series, membersFor(one, body), []);
  return withAdditions(body, known.members);
}

/** Another value for every declared member but the label. A webhook gets only members that its body lacks, so its Url stays. */
function membersFor({ operation, effect }: OperationCase, body: JsonObject): readonly Addition[] {
  const resource = resources[effect.resource];
  if (resource.name === 'webhook') return additionsTo(body, manyBodies(operation), resource);
  return changesTo(body, manyBodies(operation), resource).filter(({ path }) => path[0] !== resource.label);
}

/** Two parts of members that were refused together: those that the refusal does not name and those that it names, or else two halves. */
function parted<T extends Pick<Addition, 'path'>>(some: readonly T[], { isBlamed }: Series): readonly [readonly T[], readonly T[]] {
  const innocent = some.filter(({ path }) => !isBlamed(path));
  const half = Math.ceil(some.length / 2);
  return innocent.length === 0 || innocent.length === some.length
    ? [some.slice(0, half), some.slice(half)]
    : [innocent, some.filter((one) => !innocent.includes(one))];
}

/** As many of these members as are accepted next to the others: all, or else those of one half and then of the other. */
async function acceptedOf(
  context: CheckContext,
  series: Series,
  some: readonly Addition[],
  others: readonly Addition[],
): Promise<readonly Addition[]> {
  if (some.length === 0 || (await written(context, series, series.body, [...others, ...some]))) return some;
  if (some.length === 1) return [];
  const [former, latter] = parted(some, series);
  const first = await acceptedOf(context, series, former, others);
  return [...first, ...(await acceptedOf(context, series, latter, [...others, ...first]))];
}

/** Judges that each member keeps values that are easily lost: of several members at once, or of one alone if some exclude each other. */
export async function judgeEdges(context: CheckContext, series: Series, base: JsonObject, known: Known): Promise<void> {
  const { operation, effect } = series.one;
  const resource = resources[effect.resource];
  const all = [...edgeMembers(base, operation, resource), ...labelOf(context, series)];
  const members = all.map((member) => ({ ...member, values: context.some(member.values, context.upTo(FEW)) }));
  const done: EdgeMember[] = [];
  const rounds = Math.max(0, ...members.map(({ values }) => values.length));
  for (let round = 0; round < rounds; round += 1) {
    const left = members.filter((member) => !done.includes(member));
    const tried = left.flatMap((member) =>
      member.values.slice(round, round + 1).map((value): Tried => ({ member, path: member.path, value })),
    );
    if (tried.length === 0) return;
    const together = tried.filter((one) => isPlain(known, one));
    await judgeTogether(context, series, base, { tried: together, all, known });
    for (const one of tried) if (!together.includes(one)) await judgeAlone(context, series, base, { ...one, all, known });
    // By the second round it is known which other values a value needs.
    if (round > 1) continue;
    for (const member of left) if (await isTakenInEntries(context, series, base, { member, known })) done.push(member);
  }
}

/** The label with each ending. A webhook's is judged like any other member. */
function labelOf(context: CheckContext, { one, own }: Series): readonly EdgeMember[] {
  const { name, label } = resources[one.effect.resource];
  if (name === 'webhook' || label === undefined || own()[label] === undefined) return [];
  return [{ path: [label], values: ENDINGS.map((ending) => `${context.fresh()}${ending}`), isFreeText: true }];
}

/** Whether all other values of a list entry's member are accepted together, each in an entry of its own. */
async function isTakenInEntries(
  context: CheckContext,
  series: Series,
  base: JsonObject,
  { member, known }: { readonly member: EdgeMember; readonly known: Known },
): Promise<boolean> {
  const [list, index] = member.path;
  const [first, ...others] = member.values;
  const value = base[String(list)];
  if (index !== 0 || !Array.isArray(value) || first === undefined || others.length === 0) return false;
  const [way = []] = companions(known, member);
  const entries = others.map((edge) => {
    const changed = withAdditions(base, [...way, { path: member.path, value: edge }])[String(list)];
    return Array.isArray(changed) ? changed[0] : null;
  });
  return (await written(context, series, base, [{ path: [String(list)], value: entries }])) !== undefined;
}

interface Tried extends Addition {
  readonly member: EdgeMember;
}

/** Tries values of several members at once. If that is refused, tries one half and then the other. */
async function judgeTogether(
  context: CheckContext,
  series: Series,
  base: JsonObject,
  { tried, ...given }: { readonly tried: readonly Tried[]; readonly all: readonly EdgeMember[]; readonly known: Known },
): Promise<void> {
  const [one] = tried;
  if (one === undefined) return;
  if (tried.length === 1) return await judgeAlone(context, series, base, { ...one, ...given });
  if ((await written(context, series, base, tried)) !== undefined) {
    for (const taken of tried) given.known.ways.set(nameOf(taken), []);
    return;
  }
  for (const part of parted(tried, series)) await judgeTogether(context, series, base, { tried: part, ...given });
}

/** Tries one value alone, or with other values of the members next to it. */
async function judgeAlone(
  context: CheckContext,
  series: Series,
  base: JsonObject,
  { all, known, ...one }: Tried & { readonly all: readonly EdgeMember[]; readonly known: Known },
): Promise<void> {
  const { ways, sought } = known;
  const name = nameOf(one);
  if (ways.has(name) && ways.get(name) === undefined) return;
  const before = companions(known, one.member);
  // The search for such values is made only once for each member.
  const isSought = sought.has(JSON.stringify(one.member.path));
  const siblings = isSought ? [] : all.filter((other) => other.path !== one.member.path && isBeside(other, one.member));
  const first = siblings.flatMap((member) => member.values.slice(0, 1).map((value): Tried => ({ member, path: member.path, value })));
  const others = first.filter((other) => !ways.has(nameOf(other)) || ways.get(nameOf(other)) !== undefined);
  sought.add(JSON.stringify(one.member.path));
  for (const way of [...before, [], ...(others.length === 0 ? [] : [others])]) {
    if ((await written(context, series, base, [one, ...way])) === undefined) continue;
    ways.set(name, way);
    if (way.length > 0) known.beside.set(JSON.stringify(one.member.path), way);
    return;
  }
  ways.set(name, undefined);
}

/** What earlier values of this member needed. */
function companions({ beside }: Known, { path }: EdgeMember): readonly (readonly Addition[])[] {
  const way = beside.get(JSON.stringify(path));
  return way === undefined ? [] : [way];
}

/** Whether a value is not known to need others, or to be refused. */
function isPlain(known: Known, { member, ...addition }: Tried): boolean {
  const name = nameOf(addition);
  return known.ways.has(name) ? known.ways.get(name)?.length === 0 : companions(known, member).length === 0;
}

function isBeside(one: EdgeMember, other: EdgeMember): boolean {
  return JSON.stringify(one.path.slice(0, -1)) === JSON.stringify(other.path.slice(0, -1));
}

function nameOf({ path, value }: Addition): string {
  return JSON.stringify([path, value]);
}
