import type { JsonObject } from '../../model/json.ts';
import { type Addition, additionsTo, changesTo, manyBodies, withAdditions } from '../operations/declared-members.ts';
import { type EdgeMember, edgeMembers } from './edge-values.ts';
import { type Series, written } from './series.ts';

/** How many values of a member are tried at the standard budget. Only long enumerations have more. */
const FEW = 8;

/** Endings of a label: a combining accent, a surrogate pair, markup and escapes, and spaces. */
const ENDINGS = [' e\u0301', ' 🚲', ' <b>&amp;"\'\\n%20', '  b '];

/** A body with as many of its declared members as the target accepts together, and with other values than the plain body. */
export async function fullBody(series: Series): Promise<JsonObject> {
  const { known, body } = series;
  known.members ??= await acceptedOf(series, membersFor(series), []);
  return withAdditions(body, known.members);
}

/** Another value for every declared member but the label. A webhook gets only members that its body lacks, so its Url stays. */
function membersFor({ one: { operation }, resource, body }: Series): readonly Addition[] {
  const drawn = manyBodies(operation);
  if (resource.name === 'webhook') return additionsTo(body, drawn, resource);
  return changesTo(body, drawn, resource).filter(({ path }) => path[0] !== resource.label);
}

/** Two parts of members that were refused together: those that the refusal does not name and those that it names, or else two halves. */
function parted<T extends Addition>(some: readonly T[], { isBlamed }: Series): readonly [readonly T[], readonly T[]] {
  const innocent = some.filter(({ path }) => !isBlamed(path));
  const half = Math.ceil(some.length / 2);
  return innocent.length === 0 || innocent.length === some.length
    ? [some.slice(0, half), some.slice(half)]
    : [innocent, some.filter((one) => !innocent.includes(one))];
}

/** As many of these members as are accepted next to the others: all, or else those of one half and then of the other. */
async function acceptedOf(series: Series, some: readonly Addition[], others: readonly Addition[]): Promise<readonly Addition[]> {
  if (some.length === 0 || (await written(series, series.body, [...others, ...some]))) return some;
  if (some.length === 1) return [];
  const [former, latter] = parted(some, series);
  const first = await acceptedOf(series, former, others);
  return [...first, ...(await acceptedOf(series, latter, [...others, ...first]))];
}

/** A value of a member, and the values that the members next to it may need then. */
interface Tried extends Addition {
  readonly neighbours: readonly Addition[];
}

/** Judges that each member keeps values that are easily lost: of several members at once, or of one alone if some exclude each other. */
export async function judgeEdges(series: Series, base: JsonObject): Promise<void> {
  const { context, one, resource } = series;
  const all = [...edgeMembers(base, one.operation, resource), ...labelOf(series)];
  let left = all.map((member) => ({ ...member, values: context.some(member.values, context.upTo(FEW)) }));
  const rounds = Math.max(0, ...left.map(({ values }) => values.length));
  for (let round = 0; round < rounds; round += 1) {
    const tried = left.flatMap(({ path, values }) =>
      values.slice(round, round + 1).map((value): Tried => ({ path, value, neighbours: neighboursOf(all, path) })),
    );
    const together = tried.filter((each) => isPlain(series, each));
    await judgeTogether(series, base, together);
    for (const each of tried) if (!together.includes(each)) await judgeAlone(series, base, each);
    // By the second round it is known which other values a value needs.
    if (round > 1) continue;
    const still: EdgeMember[] = [];
    for (const member of left) if (!(await isTakenInEntries(series, base, member))) still.push(member);
    left = still;
  }
}

/** The first values of the other members of the same object. */
function neighboursOf(all: readonly EdgeMember[], path: Addition['path']): readonly Addition[] {
  const [own, holder] = [JSON.stringify(path), JSON.stringify(path.slice(0, -1))];
  return all.flatMap(({ path: other, values }) => {
    const isBeside = JSON.stringify(other) !== own && JSON.stringify(other.slice(0, -1)) === holder;
    return isBeside ? values.slice(0, 1).map((value) => ({ path: other, value })) : [];
  });
}

/** The label with each ending. A webhook's is judged like any other member. */
function labelOf({ context, resource: { name, label }, own }: Series): readonly EdgeMember[] {
  if (name === 'webhook' || label === undefined || own()[label] === undefined) return [];
  return [{ path: [label], values: ENDINGS.map((ending) => `${context.fresh()}${ending}`), isFreeText: true }];
}

/** Whether all other values of a list entry's member are accepted together, each in an entry of its own. */
async function isTakenInEntries(series: Series, base: JsonObject, { path, values: [first, ...others] }: EdgeMember): Promise<boolean> {
  const [list, index] = path;
  if (index !== 0 || !Array.isArray(base[String(list)]) || first === undefined || others.length === 0) return false;
  const entries = others.map((value) => {
    const changed = withAdditions(base, [...(series.known.beside.get(JSON.stringify(path)) ?? []), { path, value }])[String(list)];
    return Array.isArray(changed) ? changed[0] : null;
  });
  return (await written(series, base, [{ path: [String(list)], value: entries }])) !== undefined;
}

/** Tries values of several members at once. If that is refused, tries one half and then the other. */
async function judgeTogether(series: Series, base: JsonObject, tried: readonly Tried[]): Promise<void> {
  const [one] = tried;
  if (one === undefined) return;
  if (tried.length === 1) return await judgeAlone(series, base, one);
  if ((await written(series, base, tried)) === undefined) {
    for (const part of parted(tried, series)) await judgeTogether(series, base, part);
  } else for (const taken of tried) series.known.ways.set(nameOf(taken), []);
}

/** Tries one value alone, or with other values of the members next to it. */
async function judgeAlone(series: Series, base: JsonObject, one: Tried): Promise<void> {
  const { ways, beside } = series.known;
  const [name, member] = [nameOf(one), JSON.stringify(one.path)];
  const isRefused = (addition: Addition): boolean => ways.has(nameOf(addition)) && ways.get(nameOf(addition)) === undefined;
  if (isRefused(one)) return;
  // What earlier values of this member needed. The search for that is made only once for each member.
  const before = beside.get(member);
  const others = before === undefined ? one.neighbours.filter((other) => !isRefused(other)) : [];
  beside.set(member, before ?? []);
  for (const way of [before ?? [], [], others].filter((each, index) => index === 1 || each.length > 0)) {
    if ((await written(series, base, [one, ...way])) === undefined) continue;
    ways.set(name, way);
    if (way.length > 0) beside.set(member, way);
    return;
  }
  ways.set(name, undefined);
}

/** Whether a value is not known to need others, or to be refused. */
function isPlain({ known: { ways, beside } }: Series, one: Addition): boolean {
  const name = nameOf(one);
  return ways.has(name) ? ways.get(name)?.length === 0 : (beside.get(JSON.stringify(one.path)) ?? []).length === 0;
}

function nameOf({ path, value }: Addition): string {
  return JSON.stringify([path, value]);
}
