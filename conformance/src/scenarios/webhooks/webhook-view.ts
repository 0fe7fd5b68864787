import { idOf, objectOf } from '../../api/identity.ts';
import { readList } from '../../api/listing.ts';
import { isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Answer } from '../../model/exchange.ts';
import { isObject, type Json, type JsonObject, memberOf, sameJson } from '../../model/json.ts';
import type { Company } from '../../model/target.ts';
import { lacking, Skip } from '../../model/verdict.ts';
import type { Webhook } from '../../model/webhook.ts';

/** The members of a webhook in every response. */
export const webhookMembers = ['aziendaId', 'url', 'enabled', 'secret', 'description', 'events', 'id', 'concurrencyToken'] as const;

/** A webhook as GET or the list shows it. */
export interface View {
  readonly how: 'GET' | 'the list';
  readonly shown: JsonObject;
}

type Known = Pick<Webhook, 'id' | 'company'>;

/** The webhook that an answer holds, in an envelope or without. */
export function webhookOf(answer: Answer): JsonObject | undefined {
  const webhook = objectOf(answer, 'url');
  return isSuccess(answer) && isObject(webhook) ? webhook : undefined;
}

/** The webhook as GET and the list show it. A view is left out if the target lacks it, or if it does not show the webhook. */
export async function viewsOf(context: CheckContext, webhook: Known): Promise<readonly View[]> {
  return (await Promise.all([byGet(context, webhook), inList(context, webhook)])).filter((view) => view !== undefined);
}

/** The views of several webhooks, with one read of each list. Webhooks that a view does not show are left out. */
export async function viewsOfAll<T extends Known>(
  context: CheckContext,
  webhooks: readonly T[],
): Promise<readonly (View & { readonly webhook: T })[]> {
  const lists = new Map<Company, readonly JsonObject[]>();
  for (const { company } of webhooks) if (!lists.has(company)) lists.set(company, (await listedWebhooks(context, { company })) ?? []);
  const views = webhooks.map(async (webhook) => {
    const single = await byGet(context, webhook);
    const shown = lists.get(webhook.company)?.find((entry) => idOf(entry, 'webhook') === webhook.id);
    return [...(single ? [{ ...single, webhook }] : []), ...(shown ? [{ how: 'the list' as const, shown, webhook }] : [])];
  });
  return (await Promise.all(views)).flat();
}

/** The views of a webhook, for checks that need at least one. @throws Skip if neither GET nor the list shows it */
export async function shownBy(context: CheckContext, webhook: Known): Promise<readonly [View, ...View[]]> {
  const [view, ...others] = await viewsOf(context, webhook);
  if (view === undefined) throw unseen(context);
  return [view, ...others];
}

/** Why nothing can be judged if neither GET nor the list shows a webhook. */
export function unseen({ target }: CheckContext): Skip {
  const { webhookGet, webhookList } = target.surface;
  if (webhookGet === null && webhookList === null)
    return lacking('webhooks are neither read nor listed (surface.webhookGet, surface.webhookList)');
  return new Skip('neither GET nor the list shows a webhook that was created: set surface.webhookGet or surface.webhookList');
}

export async function byGet(context: CheckContext, { id, company }: Known): Promise<View | undefined> {
  if (context.target.surface.webhookGet === null) return undefined;
  const shown = webhookOf(await context.send((await context.api()).call('getWebhook', { company, id })));
  return shown && { how: 'GET', shown };
}

export async function inList(context: CheckContext, { id, company }: Known): Promise<View | undefined> {
  const entries = await listedWebhooks(context, { company });
  const shown = entries?.find((entry) => idOf(entry, 'webhook') === id);
  return shown && { how: 'the list', shown };
}

/** Undefined if the target has no list of webhooks. */
export async function listedWebhooks(
  context: CheckContext,
  { company }: Pick<Webhook, 'company'>,
): Promise<readonly JsonObject[] | undefined> {
  if (context.target.surface.webhookList === null) return undefined;
  const api = await context.api();
  return (await readList(api.call('listWebhook', { company }), (call) => context.send(call)))?.entries;
}

/**
 * The current ConcurrencyToken of a webhook: from the answer to the last change, or else from GET or the list.
 * @throws Skip if the target shows none.
 */
export async function currentToken(context: CheckContext, webhook: Known, latest: Answer | undefined): Promise<Json> {
  const answered = latest && memberOf(webhookOf(latest) ?? objectOf(latest, 'concurrencyToken'), 'concurrencyToken');
  if (latest && isSuccess(latest) && answered !== undefined && answered !== null) return answered;
  const view = (await byGet(context, webhook)) ?? (await inList(context, webhook));
  const token = memberOf(view?.shown, 'concurrencyToken');
  if (token === undefined || token === null) throw unseen(context);
  return token;
}

/** The members of a request that a webhook does not show as they were sent. */
export function notHeeded(body: JsonObject, webhook: JsonObject): readonly string[] {
  return ['AziendaId', 'Url', 'Description', 'Events'].filter((name) => {
    const [sent, shown] = [body[name], memberOf(webhook, name)];
    return sent !== undefined && !(Array.isArray(sent) ? sameMembers(sent, shown) : sameValue(sent, shown));
  });
}

/** The members that differ between two views of a webhook. An absent member counts as null. */
export function differingMembers(one: JsonObject | undefined, other: JsonObject | undefined): readonly (typeof webhookMembers)[number][] {
  return webhookMembers.filter((name) => {
    const [left, right] = [memberOf(one, name) ?? null, memberOf(other, name) ?? null];
    return !(Array.isArray(left) ? sameMembers(left, right) : sameJson(left, right));
  });
}

/** The source does not say whether Events keep their order, nor in which case a service writes object names. */
export function sameMembers(sent: readonly Json[], shown: Json | undefined): boolean {
  if (!Array.isArray(shown)) return false;
  const namesOf = (items: readonly Json[]): Set<string> => new Set(items.map((item) => String(item).toLowerCase()));
  const [left, right] = [namesOf(sent), namesOf(shown)];
  return left.size === right.size && [...left].every((item) => right.has(item));
}

function sameValue(sent: Json, shown: Json | undefined): boolean {
  return sent === null ? shown === null : shown !== null && String(sent) === String(shown);
}
