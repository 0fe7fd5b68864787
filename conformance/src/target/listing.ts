import { type Answer, header, isSuccess, json } from '../wire/answer.ts';
import type { Call } from '../wire/call.ts';
import { isObject, type Json, type JsonObject, memberOf } from '../wire/json.ts';

/** Pages followed at most; a longer list is not read to its end, and says so by `complete`. */
const mostPages = 200;

/** Objects around a list, at most. */
const deepestEnvelope = 3;

export interface Listing {
  readonly entries: readonly JsonObject[];
  readonly complete: boolean;
}

/**
 * The entries that a list answer holds: the source shows no envelope, so that any array of objects in it will do; one whose entries have
 * the member comes before what stands beside it, warnings say, and the outermost and fullest first. Undefined where there is none.
 */
export function entriesOf(answer: Answer, member: string = 'id'): readonly JsonObject[] | undefined {
  const body = json(answer);
  if (body === undefined) return undefined;
  const lists = listsIn(body, deepestEnvelope);
  const named = lists.find((list) => list.some((entry) => memberOf(entry, member) !== undefined));
  return named ?? lists.find((list) => list.length > 0) ?? lists[0];
}

/** Reads a list, following `Link: rel="next"`. Undefined where the first answer is no list. */
export async function readList(call: Call, send: (call: Call) => Promise<Answer>, member?: string): Promise<Listing | undefined> {
  const entries: JsonObject[] = [];
  let next: Call | undefined = call;
  for (let page = 0; next !== undefined && page < mostPages; page += 1) {
    const answer: Answer = await send(next);
    const found = isSuccess(answer) ? entriesOf(answer, member) : undefined;
    if (found === undefined) return page === 0 ? undefined : { entries, complete: false };
    entries.push(...found);
    next = nextPage(next, answer);
  }
  return { entries, complete: next === undefined };
}

function nextPage(call: Call, answer: Answer): Call | undefined {
  const link = header(answer, 'Link')
    ?.split(/,(?=\s*<)/)
    .find((value) => /;\s*rel="?next"?\s*(;|$)/i.test(value));
  const reference = link === undefined ? undefined : /<([^>]*)>/.exec(link)?.[1];
  if (reference === undefined) return undefined;
  const url = new URL(reference, call.url).href;
  // The token goes to nobody but the target.
  return new URL(url).origin === new URL(call.url).origin && url !== call.url ? { ...call, url } : undefined;
}

/** Arrays of nothing but objects, the outer ones first. */
function listsIn(value: Json, depth: number): readonly (readonly JsonObject[])[] {
  if (Array.isArray(value)) return value.every(isObject) ? [value.filter(isObject)] : [];
  if (!isObject(value) || depth === 0) return [];
  const members = Object.values(value);
  const here = members.filter(Array.isArray).flatMap((member) => listsIn(member, depth));
  return [...here, ...members.filter(isObject).flatMap((member) => listsIn(member, depth - 1))];
}
