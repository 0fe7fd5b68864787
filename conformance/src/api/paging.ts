import { header, json } from '../http/answer.ts';
import type { Answer, Call } from '../model/exchange.ts';
import { isObject, type Json, type JsonObject } from '../model/json.ts';

/** A link of a `Link` header: the address, and the relations of its first `rel`. Only the first one counts (RFC 8288, 3.3). */
interface Link {
  readonly address: string;
  readonly relations: readonly string[];
}

const ADDRESS = /<([^<>]*)>/g;
/** A quoted value may contain any separator. */
const PARAMETER = /\s*;\s*([^\s=;,"]+)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]+))?)?/y;

/** The most envelopes around the members that name other pages. */
const DEEPEST = 2;

const NEXT_NAMES = /^(@odata\.)?next(_?(page|link|url|uri|page_?url|page_?link|page_?uri))?$/i;
const MORE_NAMES = /^(has_?(more|next)(_?page)?|more|next_?(page_?)?(cursor|token|marker|offset)|continuation(_?token)?|end_?cursor)$/i;
const TOTAL_NAMES = /^(total|total_?(count|items|elements|results|records|rows|hits)|count|totale)$/i;

/** The call with a page size, by the parameter of D-06. */
export function limited(call: Call, limit: number): Call {
  return { ...call, url: `${call.url}${call.url.includes('?') ? '&' : '?'}limit=${limit}` };
}

/** The call for the next page, from the `Link` header or from a member of the body with an address; undefined without one. */
export function nextPage(call: Call, answer: Answer): Call | undefined {
  const reference = linked(answer) ?? named(answer);
  if (reference === undefined || !URL.canParse(reference, call.url)) return undefined;
  const url = new URL(reference, call.url).href;
  // The token must only reach the target.
  return new URL(url).origin === new URL(call.url).origin && url !== call.url ? { ...call, url } : undefined;
}

/**
 * Whether an answer says that there are more entries: by a total, or by a cursor that the suite cannot follow.
 * @param read the number of entries read so far
 */
export function tellsOfMore(answer: Answer, read: number): boolean {
  const total = Number(header(answer, 'X-Total-Count') ?? Number.NaN);
  return total > read || membersOf(json(answer)).some(([name, value]) => isMore(name, value, read));
}

function isMore(name: string, value: Json, read: number): boolean {
  if (TOTAL_NAMES.test(name)) return Number(value) > read;
  return (MORE_NAMES.test(name) || NEXT_NAMES.test(name)) && isTold(value);
}

/** Null, false, 0 and an empty text mark the last page. */
function isTold(value: Json): boolean {
  return Boolean(value) && !isObject(value);
}

function linked(answer: Answer): string | undefined {
  return linksOf(header(answer, 'Link') ?? '').find(({ relations }) => relations.includes('next'))?.address;
}

function named(answer: Answer): string | undefined {
  for (const [name, value] of membersOf(json(answer))) {
    const reference = isObject(value) ? value.href : value;
    if (NEXT_NAMES.test(name) && typeof reference === 'string' && /^(https?:\/\/|\/|\?)/.test(reference)) return reference;
  }
  return undefined;
}

/** The members next to a list and in its envelopes, but not those of its entries. */
function membersOf(value: Json | undefined, depth: number = DEEPEST): readonly (readonly [string, Json])[] {
  if (!isObject(value)) return [];
  const members = Object.entries(value as JsonObject);
  return depth === 0 ? members : [...members, ...members.flatMap(([, member]) => membersOf(member, depth - 1))];
}

/** Reads the header once from left to right, and skips what is not a link. */
function linksOf(header: string): readonly Link[] {
  const links: Link[] = [];
  ADDRESS.lastIndex = 0;
  for (let found = ADDRESS.exec(header); found !== null; found = ADDRESS.exec(header)) {
    let rel: string | undefined;
    PARAMETER.lastIndex = ADDRESS.lastIndex;
    for (let one = PARAMETER.exec(header); one !== null; one = PARAMETER.exec(header)) {
      const [, name = '', quoted, bare = ''] = one;
      if (name.toLowerCase() === 'rel') rel ??= quoted ?? bare;
      ADDRESS.lastIndex = PARAMETER.lastIndex;
    }
    links.push({ address: found[1] ?? '', relations: (rel ?? '').toLowerCase().split(/\s+/) });
  }
  return links;
}
