import { flattened, isObject, type Json, jsonIn, memberOf, parseJson } from '../model/json.ts';
import type { Attempt } from '../model/webhook.ts';

/** The five fields of an Evento, read in either casing. */
export interface Evento {
  readonly type: Json | undefined;
  readonly object: Json | undefined;
  readonly eventGuid: Json | undefined;
  readonly companyId: Json | undefined;
  readonly applicationId: Json | undefined;
}

/** Each attempt is parsed once, since checks look through all attempts again when another one arrives. */
const eventos = new WeakMap<Attempt, { readonly evento: Evento | undefined }>();

/** Undefined if the body is not JSON. */
export function eventoOf(attempt: Attempt): Evento | undefined {
  const known = eventos.get(attempt);
  if (known) return known.evento;
  const evento = readEvento(attempt);
  eventos.set(attempt, { evento });
  return evento;
}

function readEvento(attempt: Attempt): Evento | undefined {
  try {
    return eventoIn(parseJson(attempt.body.toString('utf8')));
  } catch {
    return undefined;
  }
}

/** The fields of an Evento in a JSON value. */
export function eventoIn(value: Json): Evento {
  return {
    type: memberOf(value, 'Type'),
    object: objectIn(memberOf(value, 'Object')),
    eventGuid: memberOf(value, 'EventGuid'),
    companyId: memberOf(value, 'CompanyId'),
    applicationId: memberOf(value, 'ApplicationId'),
  };
}

/** The source does not state the type of Object: it may be an object, an object that wraps its members, or the JSON text of one. */
function objectIn(value: Json | undefined): Json | undefined {
  const object = typeof value === 'string' ? jsonIn(value) : value;
  return isObject(object) ? flattened(object) : value;
}

/** Whether a request only probes the address, as a service may do before it uses one. Such a request delivers nothing. */
export function isLook({ method, body }: Attempt): boolean {
  return body.length === 0 && ['GET', 'HEAD', 'OPTIONS'].includes(method);
}

/** The value of each line of a header. A signature header must be a single line (SIG-01). */
export function headerLines(attempt: Attempt, name: string): readonly string[] {
  return attempt.rawHeaders.flatMap((value, index, all) =>
    index % 2 === 1 && all[index - 1]?.toLowerCase() === name.toLowerCase() ? [value] : [],
  );
}
