import { contactTypes } from '../../api/event-names.ts';
import { objectOf } from '../../api/identity.ts';
import { isServed } from '../../api/requests.ts';
import { type ResourceName, resources } from '../../generated/resources.ts';
import { isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Answer, Call } from '../../model/exchange.ts';
import { identifier, isObject, type Json, memberOf, parseJson, writeJson } from '../../model/json.ts';
import { oncePerRunFor } from '../once-per-run.ts';
import { type DraftOptions, draftWebhook, type Registration, register, updateCall } from '../webhooks/registration.ts';
import { webhookCapabilities } from '../webhooks/webhook-capabilities.ts';
import { byGet, inList, webhookMembers } from '../webhooks/webhook-view.ts';
import { guardedObject } from './guarded-object.ts';
import { type Guarded, type GuardedKind, needed, type State, stateOf } from './guarded-state.ts';

/** Objects of a resource, and how many cases they are tried in. */
export interface GuardedResource {
  readonly name: ResourceName;
  readonly create: GuardedKind;
  /** All of this many cases for webhooks and contacts, some of them for other resources, whose PUTs are seldom different. */
  readonly cases: (all: number) => number;
}

/**
 * Webhooks, and every other resource whose objects show a token and accept a PUT with it: the source guards all that have one. Some of them
 * below the standard budget.
 */
export async function guardedKinds(context: CheckContext): Promise<readonly GuardedResource[]> {
  const changed = Object.values(resources).filter(({ operations: { update } }) => update !== undefined && isServed(context, update));
  const names = new Set<ResourceName>(['webhook', ...changed.map(({ name }) => name)]);
  const kinds: GuardedResource[] = [];
  for (const name of context.some([...names])) {
    const isTried = await context.part(`objects of ${name}`, async () => {
      // The source promises webhooks, so their rules report what is missing.
      if (name !== 'webhook') await resourceAcceptsPut(context, name);
      return true;
    });
    if (isTried) kinds.push(guardedResource(name));
  }
  return kinds.length === 0 ? [guardedResource('webhook')] : kinds;
}

function guardedResource(name: ResourceName): GuardedResource {
  const isUsual = name === 'webhook' || name === 'Anagrafica';
  return { name, create: kindOf(name), cases: isUsual ? (all) => all : (all) => Math.min(all, 2) };
}

function kindOf(name: ResourceName): GuardedKind {
  return name === 'webhook' ? webhook : guardedObject(name);
}

/** The control: a single PUT with the current token is accepted. @throws Inconclusive or Skip if it is not */
export async function acceptsPut(context: CheckContext, kind: GuardedKind): Promise<void> {
  const object = await kind(context);
  await context.prepare(await object.put(context.fresh(), object.created.token));
}

/** The control for the objects of a resource, once in a run. */
export const resourceAcceptsPut: (context: CheckContext, name: ResourceName) => Promise<void> = oncePerRunFor(
  (name) => name,
  (context, name) => acceptsPut(context, kindOf(name)),
);

/** The token after a PUT, from its answer or by reading the object. Undefined if neither shows it. */
export async function tokenAfter(object: Guarded, answer: Answer): Promise<Json | undefined> {
  return object.told(answer)?.token ?? (await object.look())?.token;
}

export type Changeable = 'Description' | 'Url' | 'Events' | 'AziendaId';

/** What a PUT of a webhook may change at this target. */
export async function changeable(context: CheckContext): Promise<readonly Changeable[]> {
  const { knowsContacts, moves } = await webhookCapabilities(context);
  return ['Description', 'Url', ...(knowsContacts ? (['Events'] as const) : []), ...(moves ? (['AziendaId'] as const) : [])];
}

/** Webhooks with these options, and with PUTs that change these members. Other members stay as they are, even the Description. */
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
        return describedState(view?.shown);
      },
      told: (answer) => (isSuccess(answer) ? describedState(objectOf(answer, 'url')) : undefined),
    };
  };
}

/** A webhook with PUTs that change only the Description. */
export const webhook: GuardedKind = webhookThat(['Description']);

/** The mark of a webhook is its Description. */
function describedState(shown: Json | undefined): State | undefined {
  const description = memberOf(shown, 'description');
  return typeof description === 'string' ? stateOf(shown, description, webhookMembers) : undefined;
}

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
