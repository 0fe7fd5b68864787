import type { Call } from '../model/exchange.ts';
import { type Json, parseJson, sameJson } from '../model/json.ts';

/** The same call without a header. Its name is case-insensitive. */
export function withoutHeader(call: Call, name: string): Call {
  return { ...call, headers: call.headers.filter(([other]) => !sameHeader(other, name)) };
}

/** The same call with a header set to one value. An existing header keeps its position. */
export function withHeader(call: Call, name: string, value: string): Call {
  const present = call.headers.some(([other]) => sameHeader(other, name));
  if (!present) return { ...call, headers: [...call.headers, [name, value]] };
  return { ...call, headers: call.headers.map(([other, old]) => (sameHeader(other, name) ? [other, value] : [other, old])) };
}

/** The same call with every header name rewritten, because header names are case-insensitive (HDR-08). */
export function renameHeaders(call: Call, rename: (name: string) => string): Call {
  return { ...call, headers: call.headers.map(([name, value]) => [rename(name), value]) };
}

/** Whether two requests are the same. White space and the order of members in the body do not matter. */
export function isSameRequest(one: Call, other: Call): boolean {
  return one.method === other.method && one.url === other.url && isSameBody(one.body ?? '', other.body ?? '');
}

function isSameBody(one: string, other: string): boolean {
  if (one === other) return true;
  const [left, right] = [readBody(one), readBody(other)];
  return left !== undefined && sameJson(left, right);
}

function readBody(body: string): Json | undefined {
  try {
    return parseJson(body);
  } catch {
    return undefined;
  }
}

function sameHeader(left: string, right: string): boolean {
  return left.toLowerCase() === right.toLowerCase();
}

/** The same URL with another method. */
export function withMethod(call: Call, method: string): Call {
  if (method === 'POST' || method === 'PUT') return { ...call, method };
  const { body: _body, ...rest } = call;
  return { ...rest, method, headers: call.headers.filter(([name]) => name !== 'Content-Type') };
}

/** The Idempotency-Key that a call carries. */
export function keyOf({ headers }: Pick<Call, 'headers'>): string | undefined {
  return headers.find(([name]) => name.toLowerCase() === 'idempotency-key')?.[1];
}
