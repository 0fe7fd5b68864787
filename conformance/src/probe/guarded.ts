import type { Trial } from '../run/trial.ts';
import { Inconclusive, Skip } from '../run/verdict.ts';
import { contactBody } from '../target/contacts.ts';
import { createdId, objectOf } from '../target/identity.ts';
import { type Answer, isSuccess } from '../wire/answer.ts';
import type { Call } from '../wire/call.ts';
import { isObject, type Json, memberOf, parseJson, writeJson } from '../wire/json.ts';
import { draftWebhook, register, updateCall } from './registration.ts';
import { byGet, inList } from './webhook-view.ts';

/** What an object shows: the text that PUTs change, and the ConcurrencyToken that guards it. */
export interface State {
  readonly mark: string;
  readonly token: Json;
}

/** An object that a ConcurrencyToken guards. */
export interface Guarded {
  readonly kind: 'webhook' | 'contact';
  /** As the creation left it. */
  readonly created: State;
  /** A PUT of a mark; undefined leaves the token out. */
  readonly put: (mark: string, token: Json | undefined, key?: string) => Promise<Call>;
  /** Undefined where the target does not show the object. */
  readonly look: () => Promise<State | undefined>;
  /** What a PUT's answer tells of the object; undefined where it does not tell. */
  readonly told: (answer: Answer) => State | undefined;
}

export type GuardedKind = (trial: Trial) => Promise<Guarded>;

/** Webhooks; contacts too under `reference`, where they have tokens: the source shows these for webhooks alone. */
export async function guardedKinds(trial: Trial): Promise<readonly [GuardedKind, ...GuardedKind[]]> {
  if (trial.bench.profile !== 'reference' || trial.target.surface.anagraficaPut === null) return [webhook];
  try {
    await contact(trial);
    return [webhook, contact];
  } catch (error) {
    if (error instanceof Inconclusive || error instanceof Skip) return [webhook];
    throw error;
  }
}

/** The token after a PUT, by its answer or else by looking; undefined where the target shows it in neither. */
export async function tokenAfter(object: Guarded, answer: Answer): Promise<Json | undefined> {
  return object.told(answer)?.token ?? (await object.look())?.token;
}

const webhook: GuardedKind = async (trial) => {
  const hook = await register(trial, await draftWebhook(trial));
  return {
    kind: 'webhook',
    created: { mark: String(hook.body.Description), token: needed(hook.concurrencyToken) },
    put: async (mark, token, key) => {
      const call = await updateCall(trial, hook, { changes: { Description: mark }, token: token ?? null, key });
      return token === undefined ? withoutToken(call) : call;
    },
    look: async () => {
      const view = (await byGet(trial, hook)) ?? (await inList(trial, hook));
      return stateOf(view?.webhook, 'description');
    },
    told: (answer) => (isSuccess(answer) ? stateOf(objectOf(answer, 'url'), 'description') : undefined),
  };
};

const contact: GuardedKind = async (trial) => {
  const [company] = trial.target.companies;
  const api = await trial.api();
  const nome = trial.fresh();
  const answer = await trial.prepare(api.call('createAnagrafica', { company, body: contactBody(trial, nome) }));
  const id = createdId(answer, 'anagrafica');
  const token = memberOf(objectOf(answer, 'concurrencyToken'), 'concurrencyToken');
  if (id === undefined) throw new Inconclusive('the answer to the creation of a contact holds no id');
  return {
    kind: 'contact',
    created: { mark: nome, token: needed(token) },
    put: async (mark, current, key) => {
      const body = { ...contactBody(trial, mark), ...(current !== undefined && { concurrencyToken: current }) };
      return (await trial.api()).call('updateAnagrafica', { company, id, body, ...(key !== undefined && { key }) });
    },
    look: async () => {
      if (trial.target.surface.anagraficaGet === null) return undefined;
      const shown = await trial.send((await trial.api()).call('getAnagrafica', { company, id }));
      return isSuccess(shown) ? stateOf(objectOf(shown, 'nome'), 'nome') : undefined;
    },
    told: (updated) => (isSuccess(updated) ? stateOf(objectOf(updated, 'nome'), 'nome') : undefined),
  };
};

function needed(token: Json | undefined): Json {
  if (token === undefined || token === null) throw new Inconclusive('what was created shows no ConcurrencyToken');
  return token;
}

function stateOf(object: Json | undefined, member: string): State | undefined {
  const [mark, token] = [memberOf(object, member), memberOf(object, 'concurrencyToken')];
  return typeof mark === 'string' && token !== undefined && token !== null ? { mark, token } : undefined;
}

function withoutToken(call: Call): Call {
  const body = parseJson(call.body ?? '{}');
  const kept = Object.entries(isObject(body) ? body : {}).filter(([name]) => name !== 'ConcurrencyToken');
  return { ...call, body: writeJson(Object.fromEntries(kept)) };
}
