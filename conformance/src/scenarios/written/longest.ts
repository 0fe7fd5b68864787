import { isObject, type Json, type JsonObject } from '../../model/json.ts';
import type { Addition } from '../operations/declared-members.ts';
import { allMembers, type EdgeMember } from './edge-values.ts';
import { type Series, written } from './series.ts';

/** The lengths of a text to try, in characters, and the characters: of two UTF-16 units and four bytes, of two bytes, and of one. */
const LENGTHS = [1_000, 500, 200, 100, 80, 60, 35, 20];
const FILLINGS = ['🚲', 'è', 'x'];
const TEXTS = FILLINGS.flatMap((filling) => LENGTHS.map((length) => filling.repeat(length)));

/** The numbers of entries of a list to try. */
const ENTRIES = [200, 50, 2];

/** Judges that the longest text that a member accepts is kept whole, and so is a long list. */
export async function judgeLongest(series: Series, base: JsonObject): Promise<void> {
  const members = allMembers(base, series.one.operation, series.resource).filter(({ isFreeText }) => isFreeText);
  const known = members.flatMap((member) => textOf(series, member));
  const isKnown = known.length > 0 && (await written(series, base, known)) !== undefined;
  if (!isKnown) await judgeTexts(series, base, members);
  await judgeLists(series, base);
}

/** Shortens the texts that the target names in its refusals until it accepts all together. Those that it does not accept so are tried alone. */
async function judgeTexts(series: Series, base: JsonObject, members: readonly EdgeMember[]): Promise<void> {
  const { longest } = series.known;
  const left = new Map(members.map((member) => [member, TEXTS.values()]));
  const shorten = (some: Iterable<EdgeMember>): void => {
    for (const member of some) {
      const text = left.get(member)?.next().value;
      if (text !== undefined) longest.set(JSON.stringify(member.path), text);
      else {
        left.delete(member);
        longest.delete(JSON.stringify(member.path));
      }
    }
  };
  shorten(members);
  while (left.size > 0) {
    const together = [...left.keys()];
    const texts = together.flatMap((member) => textOf(series, member));
    if ((await written(series, base, texts)) !== undefined) break;
    const blamed = members.length === 1 ? together : together.filter(({ path }) => series.isBlamed(path));
    if (blamed.length === 0) left.clear();
    shorten(blamed);
  }
  if (members.length > 1) for (const member of members) if (!left.has(member)) await judgeTexts(series, base, [member]);
}

/** A text as long as the accepted one. A name begins with a text that nothing else has. */
function textOf({ known, own }: Series, { path }: EdgeMember): readonly Addition[] {
  const text = known.longest.get(JSON.stringify(path));
  const label = path.length === 1 ? own()[String(path[0])] : undefined;
  const begin = typeof label === 'string' ? label : '';
  return text === undefined ? [] : [{ path, value: begin + [...text].slice([...begin].length).join('') }];
}

/** Tries each list of objects with many entries, no two equal. */
async function judgeLists(series: Series, base: JsonObject): Promise<void> {
  for (const [name, value] of Object.entries(base)) {
    if (!Array.isArray(value) || !value.every(isObject)) continue;
    for (const length of ENTRIES) {
      const entries = Array.from({ length }, (_, index) => numbered(value[index % value.length] ?? null, index));
      if ((await written(series, base, [{ path: [name], value: entries }])) !== undefined) break;
    }
  }
}

/** The entry with its number in a text of several words. */
function numbered(entry: Json, index: number): Json {
  if (!isObject(entry)) return entry;
  const [free] = Object.entries(entry).find(([, value]) => typeof value === 'string' && /[a-z] ?[a-z]{2}/.test(value)) ?? [];
  return free === undefined ? entry : { ...entry, [free]: `Voce ${index + 1}` };
}
