import { resources } from '../../generated/resources.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { isObject, type Json, type JsonObject } from '../../model/json.ts';
import type { Addition } from '../operations/declared-members.ts';
import { allMembers, type EdgeMember } from './edge-values.ts';
import { type Series, written } from './series.ts';

/** The lengths of a text to try, in characters, and the characters: of two UTF-16 units and four bytes, of two bytes, and of one. */
const LENGTHS = [1_000, 500, 200, 100, 80, 60, 35, 20];
const FILLINGS = ['🚲', 'è', 'x'];

/** The numbers of entries of a list to try. */
const ENTRIES = [200, 50, 2];

/** The longest text that each member of a resource was seen to accept. */
export type Longest = Map<string, string>;

/** Judges that the longest text that a member accepts is kept whole, and so is a long list. */
export async function judgeLongest(context: CheckContext, series: Series, base: JsonObject, longest: Longest): Promise<void> {
  const { operation, effect } = series.one;
  const members = allMembers(base, operation, resources[effect.resource]).filter(({ isFreeText }) => isFreeText);
  const known = members.flatMap((member) => textOf(member, longest, series));
  const isKnown = known.length > 0 && (await written(context, series, base, known)) !== undefined;
  if (!isKnown) for (const member of members) await judgeMember(context, series, base, { member, longest });
  await judgeLists(context, series, base);
}

async function judgeMember(
  context: CheckContext,
  series: Series,
  base: JsonObject,
  { member, longest }: { readonly member: EdgeMember; readonly longest: Longest },
): Promise<void> {
  for (const filling of FILLINGS) {
    for (const length of LENGTHS) {
      longest.set(JSON.stringify(member.path), filling.repeat(length));
      if ((await written(context, series, base, textOf(member, longest, series))) !== undefined) return;
    }
  }
  longest.delete(JSON.stringify(member.path));
}

/** A text as long as the accepted one. A name begins with a text that nothing else has. */
function textOf({ path }: EdgeMember, longest: Longest, { own }: Series): readonly Addition[] {
  const text = longest.get(JSON.stringify(path));
  const [name = ''] = path;
  const label = path.length === 1 ? own()[name] : undefined;
  const begin = typeof label === 'string' ? label : '';
  return text === undefined ? [] : [{ path, value: begin + [...text].slice([...begin].length).join('') }];
}

/** Tries each list of objects with many entries, no two equal. */
async function judgeLists(context: CheckContext, series: Series, base: JsonObject): Promise<void> {
  for (const [name, value] of Object.entries(base)) {
    if (!Array.isArray(value) || !value.every(isObject)) continue;
    for (const length of ENTRIES) {
      const entries = Array.from({ length }, (_, index) => numbered(value[index % value.length] ?? null, index));
      if ((await written(context, series, base, [{ path: [name], value: entries }])) !== undefined) break;
    }
  }
}

/** The entry with its number in a text of several words. */
function numbered(entry: Json, index: number): Json {
  if (!isObject(entry)) return entry;
  const [free] = Object.entries(entry).find(([, value]) => typeof value === 'string' && /[a-z] ?[a-z]{2}/.test(value)) ?? [];
  return free === undefined ? entry : { ...entry, [free]: `Voce ${index + 1}` };
}
