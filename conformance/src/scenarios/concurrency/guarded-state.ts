import { type Json, type JsonObject, memberOf } from '../../model/json.ts';
import { Inconclusive } from '../../model/verdict.ts';

/** What an object shows: the text that PUTs change, the ConcurrencyToken that guards it, and all that a PUT could change. */
export interface State {
  readonly mark: string;
  /** null where the object shows none. */
  readonly token: Json;
  readonly whole: JsonObject;
}

/** The state that an object shows; undefined where it shows no text by that name. */
export function anyStateOf(object: Json | undefined, member: string, members: readonly string[]): State | undefined {
  const mark = memberOf(object, member);
  const whole = Object.fromEntries(members.map((name) => [name, memberOf(object, name) ?? null]));
  return typeof mark === 'string' ? { mark, token: memberOf(object, 'concurrencyToken') ?? null, whole } : undefined;
}

/** The same; undefined where the object shows no token either. */
export function stateOf(object: Json | undefined, member: string, members: readonly string[]): State | undefined {
  const state = anyStateOf(object, member, members);
  return state?.token === null ? undefined : state;
}

/** @throws Inconclusive without a token. */
export function needed(token: Json | undefined): Json {
  if (token === undefined || token === null) throw new Inconclusive('what was created shows no ConcurrencyToken');
  return token;
}
