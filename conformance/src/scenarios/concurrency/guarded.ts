import { objectOf } from '../../api/identity.ts';
import type { Trial } from '../../engine/trial.ts';
import { type Answer, isSuccess } from '../../http/answer.ts';
import type { Call } from '../../http/call.ts';
import { identifier, isObject, type Json, parseJson, writeJson } from '../../http/json.ts';
import { Inconclusive, Skip } from '../../model/verdict.ts';
import { contactTypes } from '../resources/contact-life.ts';
import { type DraftOptions, draftWebhook, type Registration, register, updateCall } from '../webhooks/registration.ts';
import { webhookHabits } from '../webhooks/webhook-habits.ts';
import { byGet, inList, webhookMembers } from '../webhooks/webhook-view.ts';
import { guardedContact } from './guarded-contact.ts';
import { needed, type State, stateOf } from './guarded-state.ts';

/** An object that a ConcurrencyToken guards. */
export interface Guarded {
  readonly kind: 'webhook' | 'contact';
  /** As the creation left it. */
  readonly created: Pick<State, 'mark' | 'token'>;
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
    await acceptsPut(trial, guardedContact);
    return [webhook, guardedContact];
  } catch (error) {
    if (!(error instanceof Inconclusive || error instanceof Skip)) throw error;
    trial.leaveUnjudged(`contacts: ${error.message}`);
    return [webhook];
  }
}

/** The control: one PUT of an object, alone and with its token, is accepted. @throws Inconclusive or Skip where it is not */
export async function acceptsPut(trial: Trial, kind: GuardedKind): Promise<void> {
  const object = await kind(trial);
  await trial.prepare(await object.put(trial.fresh(), object.created.token));
}

/** The token after a PUT, by its answer or else by looking; undefined where the target shows it in neither. */
export async function tokenAfter(object: Guarded, answer: Answer): Promise<Json | undefined> {
  return object.told(answer)?.token ?? (await object.look())?.token;
}

export type Changeable = 'Description' | 'Url' | 'Events' | 'AziendaId';

/** What a PUT of a webhook may change at this target. */
export async function changeable(trial: Trial): Promise<readonly Changeable[]> {
  const { quietType, moves } = await webhookHabits(trial);
  const knowsContacts = quietType === contactTypes(trial).delete;
  return ['Description', 'Url', ...(knowsContacts ? (['Events'] as const) : []), ...(moves ? (['AziendaId'] as const) : [])];
}

/** A kind of webhook by what it is made for, and by what each PUT of it changes: the Description stays as it is where it is not named. */
export function webhookThat(changes: readonly Changeable[], options: DraftOptions = {}): GuardedKind {
  return async (trial) => {
    const hook = await register(trial, await draftWebhook(trial, options));
    let puts = 0;
    return {
      kind: 'webhook',
      created: { mark: String(hook.body.Description), token: needed(hook.concurrencyToken) },
      put: async (mark, token, key) => {
        puts += 1;
        const values = changed(trial, hook, mark, puts % 2 === 1);
        const chosen = Object.fromEntries(changes.map((member) => [member, values[member]]));
        const call = await updateCall(trial, hook, { changes: chosen, token: token ?? null, key });
        return token === undefined ? withoutToken(call) : call;
      },
      look: async () => {
        const view = (await byGet(trial, hook)) ?? (await inList(trial, hook));
        return stateOf(view?.webhook, 'description', webhookMembers);
      },
      told: (answer) => (isSuccess(answer) ? stateOf(objectOf(answer, 'url'), 'description', webhookMembers) : undefined),
    };
  };
}

/** A webhook of which a PUT changes the Description alone. */
export const webhook: GuardedKind = webhookThat(['Description']);

/** Values that no PUT before had, but for those of Events and AziendaId, which take turns. */
function changed(trial: Trial, hook: Registration, mark: string, odd: boolean): Readonly<Record<Changeable, Json>> {
  const { update, delete: deletion } = contactTypes(trial);
  const other = hook.body.AziendaId === null ? identifier(hook.company.id) : null;
  return {
    Description: mark,
    Url: `${hook.url}?${mark}`,
    Events: odd ? [update] : [deletion],
    AziendaId: odd ? other : (hook.body.AziendaId ?? null),
  };
}

function withoutToken(call: Call): Call {
  const body = parseJson(call.body ?? '{}');
  const kept = Object.entries(isObject(body) ? body : {}).filter(([name]) => name !== 'ConcurrencyToken');
  return { ...call, body: writeJson(Object.fromEntries(kept)) };
}
