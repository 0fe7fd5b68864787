import { type Answer, header, json } from '../wire/answer.ts';
import { isObject, type Json, memberOf } from '../wire/json.ts';

/** The object that an answer holds: the body, or what it alone wraps where the body has not the member looked for. */
export function objectOf(answer: Answer, member: string): Json | undefined {
  const body = json(answer);
  if (!isObject(body) || memberOf(body, member) !== undefined) return body;
  const inner = Object.values(body).filter(isObject);
  return inner.length === 1 ? inner[0] : body;
}

/** The identifier of an object as text: its member `id`, or one named for the resource, in any casing; undefined without one. */
export function idOf(object: Json | undefined, resource = ''): string | undefined {
  const value = memberOf(object, 'id') ?? memberOf(object, `${resource}id`);
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint' ? String(value) : undefined;
}

/** The identifier of what an answer says was created: from its body, or the last segment of its Location. */
export function createdId(answer: Answer, resource = ''): string | undefined {
  const fromBody = idOf(objectOf(answer, 'id'), resource);
  if (fromBody !== undefined) return fromBody;
  const last = header(answer, 'Location')?.split(/[?#]/)[0]?.split('/').at(-1);
  return last === undefined || last === '' ? undefined : decodeURIComponent(last);
}
