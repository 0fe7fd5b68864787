import { PAGE_ENTRIES_MAX } from '../generated/limits.ts';
import { isSuccess, json } from '../http/answer.ts';
import type { Answer, Call } from '../model/exchange.ts';
import { flattened, identifier, isObject, type Json, type JsonObject, memberOf } from '../model/json.ts';
import { idOf } from './identity.ts';
import { limited, nextPage, tellsOfMore } from './paging.ts';

/** The most pages that are followed. A longer list is read in part, and `complete` is false. */
const MOST_PAGES = 200;

/** The most envelopes around a list. */
const DEEPEST_ENVELOPE = 3;

export interface Listing {
  readonly entries: readonly JsonObject[];
  readonly complete: boolean;
}

/**
 * The entries of a list; undefined if there is none. The shape is open in the source: an array of objects, a map by ids, or an array of ids.
 * The order of preference: entries with the member, entries with an identifier, an empty list, the outermost list.
 */
export function entriesOf(answer: Answer, member: string = 'id'): readonly JsonObject[] | undefined {
  const body = json(answer);
  // A body without content is an empty list.
  if (body === undefined) return answer.status === 204 ? [] : undefined;
  const lists = listsIn(body, DEEPEST_ENVELOPE).map((list) => list.map((entry) => unwrapped(entry, member)));
  const named = lists.find((list) => list.some((entry) => memberOf(entry, member) !== undefined));
  const identified = lists.find((list) => list.some(isIdentified));
  return named ?? identified ?? lists.find((list) => list.length === 0) ?? lists[0] ?? bareIds(body, member, DEEPEST_ENVELOPE);
}

/** Whether an entry, or an object in it, has a member with the name of an identifier. */
function isIdentified(entry: JsonObject): boolean {
  const holders = [entry, ...Object.values(entry).filter(isObject)];
  return holders.flatMap(Object.keys).some((name) => /(id|guid)$/i.test(name));
}

/** The message for a list whose shape the suite cannot read. */
export function unreadable(operation: string): string {
  return `the suite cannot read the list of ${operation}: it can read an array of objects, with or without an envelope, and a map from ids to objects`;
}

/**
 * Reads a list with all its pages, each object once; undefined if the first answer is not a list. A list with pages is read twice, because
 * a creation or deletion meanwhile may move other objects to a page that was already read.
 */
export async function readList(call: Call, send: (call: Call) => Promise<Answer>, member?: string): Promise<Listing | undefined> {
  const first = await readPages(call, send, member);
  if (first === undefined || first.pages === 1) return first && { entries: first.entries, complete: first.complete };
  const second = await readPages(call, send, member);
  if (second === undefined) return { entries: eachOnce(first.entries), complete: false };
  // An entry without an id cannot be matched between the two readings.
  const known = first.entries.filter((entry) => idOf(entry) !== undefined);
  return { entries: eachOnce([...known, ...second.entries]), complete: first.complete && second.complete };
}

/** Reads a list once, with all its pages. Undefined if the first answer is not a list. */
export async function readPages(
  call: Call,
  send: (call: Call) => Promise<Answer>,
  member?: string,
): Promise<(Listing & { readonly pages: number }) | undefined> {
  const entries: JsonObject[] = [];
  let next: Call | undefined = call;
  let latest: Answer | undefined;
  let pages = 0;
  for (; next !== undefined && pages < MOST_PAGES; pages += 1) {
    latest = await send(next);
    const found = foundIn(latest, member);
    if (found === undefined) return pages === 0 ? undefined : { entries, complete: false, pages };
    const long: LongPage | undefined = pages === 0 ? await longPage(next, latest, found, send, member) : undefined;
    if (long !== undefined) latest = long.answer;
    entries.push(...(long?.entries ?? found));
    next = nextPage(long?.call ?? next, latest);
  }
  return { entries, complete: next === undefined && latest !== undefined && !tellsOfMore(latest, entries.length), pages };
}

interface LongPage {
  readonly call: Call;
  readonly answer: Answer;
  readonly entries: readonly JsonObject[];
}

/** Reads the first page again with the highest limit, if the call has none and more pages exist. Undefined if that makes no difference. */
async function longPage(
  call: Call,
  first: Answer,
  found: readonly JsonObject[],
  send: (call: Call) => Promise<Answer>,
  member: string | undefined,
): Promise<LongPage | undefined> {
  if (nextPage(call, first) === undefined || /[?&]limit=/.test(call.url)) return undefined;
  const asked = limited(call, PAGE_ENTRIES_MAX);
  const answer = await send(asked);
  const entries = foundIn(answer, member) ?? [];
  return entries.length > found.length ? { call: asked, answer, entries } : undefined;
}

function foundIn(answer: Answer, member: string | undefined): readonly JsonObject[] | undefined {
  return isSuccess(answer) ? entriesOf(answer, member) : undefined;
}

/** The latest entry of each object, by its id. */
function eachOnce(entries: readonly JsonObject[]): readonly JsonObject[] {
  return [...new Map(entries.map((entry, index) => [idOf(entry) ?? index, entry])).values()];
}

/** Arrays of only objects, and maps from ids to objects, the outer ones first. */
function listsIn(value: Json, depth: number): readonly (readonly JsonObject[])[] {
  if (Array.isArray(value)) return value.every(isObject) ? [value.filter(isObject)] : [];
  if (!isObject(value) || depth === 0) return [];
  const byId = entriesById(value);
  if (byId !== undefined) return [byId];
  const members = Object.values(value);
  const here = members.filter(Array.isArray).flatMap((member) => listsIn(member, depth));
  return [...here, ...members.filter(isObject).flatMap((member) => listsIn(member, depth - 1))];
}

/** The values of a map from ids to objects. An object without an id gets its key as id. */
function entriesById(value: JsonObject): readonly JsonObject[] | undefined {
  const members = Object.entries(value);
  const isEntry = ([key, member]: readonly [string, Json]): boolean =>
    isObject(member) && (/^\d+$|^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(key) || idOf(member) === key);
  if (members.length === 0 || !members.every(isEntry)) return undefined;
  return members.map(([key, member]) => ({ ...(idOf(member) === undefined && { id: identifier(key) }), ...(member as JsonObject) }));
}

/** An entry without its envelope, which may also contain a cursor. */
function unwrapped(entry: JsonObject, member: string): JsonObject {
  const flat = flattened(entry);
  if (memberOf(flat, member) !== undefined) return flat;
  const others = Object.entries(flat).filter(([name]) => name.toLowerCase() !== 'cursor');
  const inner = others.length === 1 ? others[0]?.[1] : undefined;
  return isObject(inner) && memberOf(flattened(inner), member) !== undefined ? flattened(inner) : flat;
}

/** The ids of an array of ids, as entries. Texts count as ids only if the array is the whole answer. */
function bareIds(value: Json, member: string, depth: number, isWhole = true): readonly JsonObject[] | undefined {
  if (Array.isArray(value)) {
    const isId = (item: Json): boolean => typeof item === 'number' || typeof item === 'bigint' || (isWhole && typeof item === 'string');
    return value.length > 0 && value.every(isId) ? value.map((id) => ({ [member]: id })) : undefined;
  }
  if (!isObject(value) || depth === 0) return undefined;
  const found = Object.values(value).flatMap((inner) => bareIds(inner, member, depth - 1, false) ?? []);
  return found.length > 0 ? found : undefined;
}
