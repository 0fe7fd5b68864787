import { webhookBody } from '../../api/webhook-body.ts';
import { isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Answer, Call } from '../../model/exchange.ts';
import { identifier, type Json, type JsonObject } from '../../model/json.ts';
import type { Company } from '../../model/target.ts';
import type { Endpoint, Script, Webhook } from '../../model/webhook.ts';
import { asOtherUser } from '../as-other-user.ts';
import { unlessRefused } from '../unless-refused.ts';
import { adoptWebhook, createWebhook } from './create-webhook.ts';
import { webhookCapabilities } from './webhook-capabilities.ts';
import { currentToken } from './webhook-view.ts';

/** A webhook that is not created yet: the body of its creation, and the endpoint that its Url names. */
export interface WebhookDraft {
  readonly company: Company;
  readonly endpoint: Endpoint;
  readonly url: string;
  readonly body: JsonObject;
}

/** A webhook with the body of its creation. */
export interface Registration extends Webhook {
  readonly body: JsonObject;
  /** The latest answer that accepted its creation or a change. */
  answer: Answer;
}

export interface DraftOptions {
  readonly company?: Company;
  readonly aziendaId?: Json;
  readonly events?: readonly string[];
  /** Added to the Description, the only member that tells the webhooks of a run apart. */
  readonly ending?: string;
  readonly script?: Script;
}

/** Drafts a webhook. By default it is for events that are rare in a run, so that it costs the target nothing. */
export async function draftWebhook(context: CheckContext, options: DraftOptions = {}): Promise<WebhookDraft> {
  const { company = context.target.companies[0], events = [(await webhookCapabilities(context)).quietType], ending = '', script } = options;
  const { endpoint, url } = await context.run.webhooks.open(context.rule, script);
  const { aziendaId = identifier(company.id) } = options;
  return { company, endpoint, url, body: { ...webhookBody(company, url, endpoint.name + ending, events), AziendaId: aziendaId } };
}

/** A Url with capitals and a query, which careless services lose. A target may refuse it, but must not alter it. */
export function withQuery(url: string): string {
  return url.includes('?') ? url : `${url}?Via=Conformance&n=1`;
}

/** The scheme and the host of a Url are case-insensitive (RFC 3986, 6.2.2.1). */
export function inCapitals(url: string): string {
  const { origin } = new URL(url);
  return origin.toUpperCase() + url.slice(origin.length);
}

export async function creationCall(
  context: CheckContext,
  { company, body }: Pick<WebhookDraft, 'company' | 'body'>,
  key?: string,
): Promise<Call> {
  return (await context.api()).call('createWebhook', { company, body, ...(key !== undefined && { key }) });
}

/** Creates a drafted webhook. @throws Inconclusive or Skip if the target refuses */
export async function register(context: CheckContext, draft: WebhookDraft, key?: string): Promise<Registration> {
  return registered(context, draft, await context.prepare(await creationCall(context, draft, key)));
}

/** The webhook from the answer to its creation. @throws Inconclusive if the answer lacks an id or a secret */
export function registered(context: CheckContext, draft: WebhookDraft, answer: Answer): Registration {
  const events = [draft.body.Events ?? []].flat().map(String);
  return { ...adoptWebhook(context, answer, { ...draft, events }), body: draft.body, answer };
}

/**
 * A PUT that sends the webhook as it was created, except for what changes.
 * @param token by default the current one
 */
export async function updateCall(
  context: CheckContext,
  webhook: Pick<Registration, 'company' | 'id' | 'body'> & { readonly answer?: Answer },
  { changes = {}, token, key }: { readonly changes?: JsonObject; readonly token?: Json | undefined; readonly key?: string | undefined },
): Promise<Call> {
  const { putsId } = await webhookCapabilities(context);
  const ConcurrencyToken = token === undefined ? await currentToken(context, webhook, webhook.answer) : token;
  const body = { ...webhook.body, ...changes, ...(putsId && { Id: identifier(webhook.id) }), ConcurrencyToken };
  return (await context.api()).call('updateWebhook', { company: webhook.company, id: webhook.id, body, ...(key !== undefined && { key }) });
}

/**
 * Changes a webhook with its current token.
 * @param send by default the change must be accepted. @throws Inconclusive or Skip if the target refuses
 */
export async function update(
  context: CheckContext,
  webhook: Registration,
  changes: JsonObject,
  send: (call: Call) => Promise<Answer> = (call) => context.prepare(call),
  key?: string,
): Promise<Answer> {
  const answer = await send(await updateCall(context, webhook, { changes, key }));
  if (isSuccess(answer)) webhook.answer = answer;
  return answer;
}

/** A webhook of the target's other user for all companies; undefined if there is no such user, or the target refuses. */
export async function webhookOfOther(context: CheckContext): Promise<Webhook | undefined> {
  const as = await asOtherUser(context);
  if (as === undefined) return undefined;
  const { quietType } = await webhookCapabilities(context);
  // The other user has the first company too.
  return await unlessRefused(createWebhook(context, context.target.companies[0], [quietType], { everyCompany: true, as }));
}

/** Deletes webhooks that would only keep the target busy from here on. @returns whether the target accepted it */
export async function withdraw(context: CheckContext, ...webhooks: readonly Webhook[]): Promise<boolean> {
  const api = await context.api();
  const deletions = webhooks.map(({ id, company, as = (call) => call }) => context.send(as(api.call('deleteWebhook', { company, id }))));
  return (await Promise.all(deletions)).every(isSuccess);
}
