import type { CheckContext } from '../../model/check-context.ts';
import type { Answer, Call } from '../../model/exchange.ts';
import { type Json, type JsonObject, memberOf } from '../../model/json.ts';
import { Inconclusive } from '../../model/verdict.ts';

/** What an object shows: the mark that PUTs change, its ConcurrencyToken, and all members that a PUT could change. */
export interface State {
  readonly mark: string;
  /** null if the object shows none. */
  readonly token: Json;
  readonly whole: JsonObject;
}

/** An object that a ConcurrencyToken guards. */
export interface Guarded {
  /** The name of its resource. */
  readonly kind: string;
  /** As the creation left it. */
  readonly created: Pick<State, 'mark' | 'token'>;
  /** A PUT of a mark. An undefined token is left out. */
  readonly put: (mark: string, token: Json | undefined, key?: string) => Promise<Call>;
  /** Undefined if the target does not show the object. */
  readonly look: () => Promise<State | undefined>;
  /** What a PUT's answer shows of the object. Undefined if it shows nothing. */
  readonly told: (answer: Answer) => State | undefined;
}

export type GuardedKind = (context: CheckContext) => Promise<Guarded>;

/** The state that an object shows with this mark, and with a token or without. */
export function anyStateOf(object: Json | undefined, mark: string, members: readonly string[]): State {
  const whole = Object.fromEntries(members.map((name) => [name, memberOf(object, name) ?? null]));
  return { mark, token: memberOf(object, 'concurrencyToken') ?? null, whole };
}

/** The state that an object shows with this mark. Undefined if the object shows no token. */
export function stateOf(object: Json | undefined, mark: string, members: readonly string[]): State | undefined {
  const state = anyStateOf(object, mark, members);
  return state.token === null ? undefined : state;
}

/** @throws Inconclusive without a token. */
export function needed(token: Json | undefined): Json {
  if (token === undefined || token === null) throw new Inconclusive('the created object shows no ConcurrencyToken');
  return token;
}
