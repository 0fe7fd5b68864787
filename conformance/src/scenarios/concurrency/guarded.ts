import { contactTypes } from '../../api/event-names.ts';
import { objectOf } from '../../api/identity.ts';
import { isServed } from '../../api/requests.ts';
import { type ResourceName, resources } from '../../generated/resources.ts';
import { isReplayed, isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Answer, Call } from '../../model/exchange.ts';
import { identifier, isObject, type Json, type JsonObject, memberOf, parseJson, sameJson, writeJson } from '../../model/json.ts';
import { Inconclusive, Skip } from '../../model/verdict.ts';
import { oncePerRunFor } from '../once-per-run.ts';
import { createObject } from '../operations/creation.ts';
import { markedMember } from '../operations/marked-member.ts';
import { tokenOf } from '../operations/operation-case.ts';
import { shownNow } from '../operations/thing.ts';
import { type DraftOptions, draftWebhook, type Registration, register, updateCall } from '../webhooks/registration.ts';
import { webhookCapabilities } from '../webhooks/webhook-capabilities.ts';
import { byGet, inList, webhookMembers } from '../webhooks/webhook-view.ts';

/** What an object shows: the mark that PUTs change, its ConcurrencyToken, and all members that a PUT could change. */
export interface State {
  readonly mark: string;
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

/** Objects of a resource. */
export interface GuardedResource {
  readonly name: ResourceName;
  readonly create: GuardedKind;
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
  return { name, create: name === 'webhook' ? webhook : (context) => guardedObject(context, name) };
}

/** The control: a single PUT with the current token is accepted. Once in a run. @throws Inconclusive or Skip if it is not */
export const resourceAcceptsPut: (context: CheckContext, name: ResourceName) => Promise<void> = oncePerRunFor(
  (name) => name,
  async (context, name) => {
    const object = await guardedResource(name).create(context);
    await context.prepare(await object.put(context.fresh(), object.created.token));
  },
);

/** The token after a PUT, from its answer or by reading the object. Undefined if neither shows it. */
export async function tokenAfter(object: Guarded, answer: Answer): Promise<Json | undefined> {
  return object.told(answer)?.token ?? (await object.look())?.token;
}

/**
 * Judges that each of these PUTs is refused, and not answered from the store, and that they change nothing if the target shows the object.
 * @param status the status that the source names, if it names one
 */
export async function judgeRefusedPuts(
  context: CheckContext,
  object: Guarded,
  calls: readonly Call[],
  what: string,
  status?: 400 | 422,
): Promise<void> {
  const [before, expected] = [await object.look(), status === undefined ? 'a refusal' : String(status)];
  for (const call of calls) {
    const answer = await context.sendJudged(call, expected);
    context.judge(status === undefined ? !isSuccess(answer) : answer.status === status && !isReplayed(answer), {
      message: `${what} (${object.kind}) must be refused.`,
      expected,
      actual: `${answer.status}${isReplayed(answer) ? ', marked as replayed' : ''} for ${call.body}`,
    });
  }
  const now = before && (await object.look());
  if (before === undefined || now === undefined) return;
  const inWords = ({ whole, token }: State): string => `${writeJson(whole)} with token ${token}`;
  context.judge(sameJson(now.whole, before.whole) && String(now.token) === String(before.token), {
    message: `${what} (${object.kind}) must change nothing.`,
    expected: inWords(before),
    actual: inWords(now),
  });
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
const webhook: GuardedKind = webhookThat(['Description']);

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

/** An object of a resource that a ConcurrencyToken guards. @throws Inconclusive if it shows none */
async function guardedObject(context: CheckContext, name: ResourceName): Promise<Guarded> {
  const resource = resources[name];
  const { update, read } = resource.operations;
  const company = context.target.companies[0];
  if (update === undefined) throw new Skip(`no operation changes objects of ${name}`);
  const object = await createObject(context, name, company);
  const { draft } = object;
  const marked = await markedMember(context, object);
  if (draft === undefined || marked === undefined) throw new Skip(`objects of ${name} have nothing that a PUT could change`);
  const token = tokenOf(object) ?? tokenOf({ resource, shown: await shownNow(context, object) });
  const members = Object.keys(draft.body).filter((member) => member !== resource.token);
  const state = (shown: Json | undefined): State | undefined => {
    const mark = marked.markOf(memberOf(shown, marked.name));
    return mark === undefined ? undefined : stateOf(shown, mark, members);
  };
  return {
    kind: name,
    created: { mark: marked.created, token: needed(token) },
    put: async (to, current, key) => {
      const isGiven = current !== undefined;
      const changed = {
        ...draft.body,
        [marked.name]: marked.valueOf(to),
        ...(isGiven && resource.token !== undefined && { [resource.token]: current }),
      };
      return (await context.api()).call(update, { company, id: object.id, body: changed, ...(key !== undefined && { key }) });
    },
    look: async () => (read !== undefined && isServed(context, read) ? state(await shownNow(context, object)) : undefined),
    told: (updated) => (isSuccess(updated) ? state(objectOf(updated, marked.name)) : undefined),
  };
}

/** The state that an object shows with this mark. Undefined if the object shows no token. */
function stateOf(object: Json | undefined, mark: string, members: readonly string[]): State | undefined {
  const token = memberOf(object, 'concurrencyToken') ?? null;
  const whole = Object.fromEntries(members.map((name) => [name, memberOf(object, name) ?? null]));
  return token === null ? undefined : { mark, token, whole };
}

/** @throws Inconclusive without a token. */
function needed(token: Json | undefined): Json {
  if (token === undefined || token === null) throw new Inconclusive('the created object shows no ConcurrencyToken');
  return token;
}
