import { contactTypes } from '../../api/event-names.ts';
import { objectOf } from '../../api/identity.ts';
import { isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Answer, Call } from '../../model/exchange.ts';
import { identifier, isObject, type Json, parseJson, writeJson } from '../../model/json.ts';
import { Inconclusive, Skip } from '../../model/verdict.ts';
import { type DraftOptions, draftWebhook, type Registration, register, updateCall } from '../webhooks/registration.ts';
import { webhookCapabilities } from '../webhooks/webhook-capabilities.ts';
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
  /** What a PUT's answer shows of the object; undefined where it shows nothing. */
  readonly told: (answer: Answer) => State | undefined;
}

export type GuardedKind = (context: CheckContext) => Promise<Guarded>;

/** Webhooks; contacts too under `reference`, where they have tokens: the source shows these for webhooks alone. */
export async function guardedKinds(context: CheckContext): Promise<readonly [GuardedKind, ...GuardedKind[]]> {
  if (context.run.profile !== 'reference' || context.target.surface.anagraficaPut === null) return [webhook];
  try {
    await acceptsPut(context, guardedContact);
    return [webhook, guardedContact];
  } catch (error) {
    if (!(error instanceof Inconclusive || error instanceof Skip)) throw error;
    context.leaveUnjudged(`contacts: ${error.message}`);
    return [webhook];
  }
}

/** The control: one PUT of an object, alone and with its token, is accepted. @throws Inconclusive or Skip where it is not */
export async function acceptsPut(context: CheckContext, kind: GuardedKind): Promise<void> {
  const object = await kind(context);
  await context.prepare(await object.put(context.fresh(), object.created.token));
}

/** The token after a PUT, by its answer or else by looking; undefined where the target shows it in neither. */
export async function tokenAfter(object: Guarded, answer: Answer): Promise<Json | undefined> {
  return object.told(answer)?.token ?? (await object.look())?.token;
}

export type Changeable = 'Description' | 'Url' | 'Events' | 'AziendaId';

/** What a PUT of a webhook may change at this target. */
export async function changeable(context: CheckContext): Promise<readonly Changeable[]> {
  const { quietType, moves } = await webhookCapabilities(context);
  const knowsContacts = quietType === contactTypes(context).delete;
  return ['Description', 'Url', ...(knowsContacts ? (['Events'] as const) : []), ...(moves ? (['AziendaId'] as const) : [])];
}

/** A kind of webhook by what it is made for, and by what each PUT of it changes: the Description stays as it is where it is not named. */
export function webhookThat(changes: readonly Changeable[], options: DraftOptions = {}): GuardedKind {
  return async (context) => {
    const webhook = await register(context, await draftWebhook(context, options));
    let puts = 0;
    return {
      kind: 'webhook',
      created: { mark: String(webhook.body.Description), token: needed(webhook.concurrencyToken) },
      put: async (mark, token, key) => {
        puts += 1;
        const values = changed(context, webhook, mark, puts % 2 === 1);
        const chosen = Object.fromEntries(changes.map((member) => [member, values[member]]));
        const call = await updateCall(context, webhook, { changes: chosen, token: token ?? null, key });
        return token === undefined ? withoutToken(call) : call;
      },
      look: async () => {
        const view = (await byGet(context, webhook)) ?? (await inList(context, webhook));
        return stateOf(view?.shown, 'description', webhookMembers);
      },
      told: (answer) => (isSuccess(answer) ? stateOf(objectOf(answer, 'url'), 'description', webhookMembers) : undefined),
    };
  };
}

/** A webhook of which a PUT changes the Description alone. */
export const webhook: GuardedKind = webhookThat(['Description']);

/** Values that no earlier PUT had, except those of Events and AziendaId, which take turns. */
function changed(context: CheckContext, webhook: Registration, mark: string, odd: boolean): Readonly<Record<Changeable, Json>> {
  const { update, delete: deletion } = contactTypes(context);
  const other = webhook.body.AziendaId === null ? identifier(webhook.company.id) : null;
  return {
    Description: mark,
    Url: `${webhook.url}?${mark}`,
    Events: odd ? [update] : [deletion],
    AziendaId: odd ? other : (webhook.body.AziendaId ?? null),
  };
}

function withoutToken(call: Call): Call {
  const body = parseJson(call.body ?? '{}');
  const kept = Object.entries(isObject(body) ? body : {}).filter(([name]) => name !== 'ConcurrencyToken');
  return { ...call, body: writeJson(Object.fromEntries(kept)) };
}
