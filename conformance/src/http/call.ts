import type { Call } from '../model/exchange.ts';

/** The same call without a header, whatever the case of its name. */
export function withoutHeader(call: Call, name: string): Call {
  return { ...call, headers: call.headers.filter(([other]) => !sameHeader(other, name)) };
}

/** The same call with a header set to one value, in the place where it stood. */
export function withHeader(call: Call, name: string, value: string): Call {
  const present = call.headers.some(([other]) => sameHeader(other, name));
  if (!present) return { ...call, headers: [...call.headers, [name, value]] };
  return { ...call, headers: call.headers.map(([other, old]) => (sameHeader(other, name) ? [other, value] : [other, old])) };
}

/** The same call with every header name rewritten: `X-Service-ApiKey` and `x-service-apikey` are one header (HDR-08). */
export function renameHeaders(call: Call, rename: (name: string) => string): Call {
  return { ...call, headers: call.headers.map(([name, value]) => [rename(name), value]) };
}

function sameHeader(left: string, right: string): boolean {
  return left.toLowerCase() === right.toLowerCase();
}
