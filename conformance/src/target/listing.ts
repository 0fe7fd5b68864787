import { type Answer, header, isSuccess, json } from '../wire/answer.ts';
import type { Call } from '../wire/call.ts';
import { isObject, type Json, type JsonObject } from '../wire/json.ts';

/** Pages followed at most; a longer list is not read to its end, and says so by `complete`. */
const mostPages = 200;

export interface Listing {
  readonly entries: readonly JsonObject[];
  readonly complete: boolean;
}

/** The entries that a list answer holds: the body itself, or its only array, since the source shows no envelope. Undefined where there is none. */
export function entriesOf(answer: Answer): readonly JsonObject[] | undefined {
  const body = json(answer);
  const array = Array.isArray(body) ? body : isObject(body) ? onlyArray(body) : undefined;
  return array?.filter(isObject);
}

/** Reads a list, following `Link: rel="next"`. Undefined where the first answer is no list. */
export async function readList(call: Call, send: (call: Call) => Promise<Answer>): Promise<Listing | undefined> {
  const entries: JsonObject[] = [];
  let next: Call | undefined = call;
  for (let page = 0; next !== undefined && page < mostPages; page += 1) {
    const answer: Answer = await send(next);
    const found = isSuccess(answer) ? entriesOf(answer) : undefined;
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

function onlyArray(body: JsonObject): readonly Json[] | undefined {
  const arrays = Object.values(body).filter((value): value is readonly Json[] => Array.isArray(value));
  return arrays.length === 1 ? arrays[0] : undefined;
}
