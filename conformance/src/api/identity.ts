import { header, json } from '../http/answer.ts';
import type { Answer } from '../model/exchange.ts';
import { flattened, isObject, type Json, memberOf } from '../model/json.ts';

/** The most envelopes around an object. */
const DEEPEST_ENVELOPE = 2;

/** The object in an answer: the body, the only entry of an array, or an object inside the body if the body lacks the member. */
export function objectOf(answer: Answer, member: string): Json | undefined {
  const whole = json(answer);
  const body = Array.isArray(whole) && whole.length === 1 ? whole[0] : whole;
  return holderOf(body, member, DEEPEST_ENVELOPE) ?? body;
}

/** The object that has the member, or the only wrapped object. A wrapper may have the member with the value null. */
function holderOf(wrapped: Json | undefined, member: string, depth: number): Json | undefined {
  if (!isObject(wrapped)) return wrapped;
  const value = flattened(wrapped);
  if (has(value, member)) return value;
  const inner = Object.values(value).filter(isObject);
  const holders = depth === 0 ? [] : inner.map((one) => holderOf(one, member, depth - 1)).filter((one) => has(one, member));
  if (holders.length === 1) return holders[0];
  return memberOf(value, member) === undefined && inner.length === 1 ? inner[0] : value;
}

function has(value: Json | undefined, member: string): boolean {
  return (memberOf(value, member) ?? null) !== null;
}

/** The identifier of an object as text: its member `id`, or one named after the resource, case-insensitively; undefined without one. */
export function idOf(object: Json | undefined, resource = ''): string | undefined {
  return textOf(memberOf(object, 'id') ?? memberOf(object, `${resource}id`) ?? memberOf(object, `id${resource}`));
}

/** The identifier of the created object: from the body, from the last segment of Location, or from a body that is only the identifier. */
export function createdId(answer: Answer, resource = ''): string | undefined {
  const body = json(answer);
  return idOf(objectOf(answer, 'id'), resource) ?? idOf(objectOf(answer, `${resource}id`), resource) ?? locatedId(answer) ?? bareId(body);
}

function locatedId(answer: Answer): string | undefined {
  const last = header(answer, 'Location')?.split(/[?#]/)[0]?.split('/').at(-1);
  if (last === undefined || last === '') return undefined;
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

function bareId(body: Json | undefined): string | undefined {
  return typeof body === 'string' && !/^[0-9a-f-]{32,36}$/i.test(body) ? undefined : textOf(body);
}

function textOf(value: Json | undefined): string | undefined {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint' ? String(value) : undefined;
}
