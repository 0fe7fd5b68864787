import type { Trial } from '../../engine/trial.ts';
import { type Answer, isSuccess } from '../../http/answer.ts';
import type { Call } from '../../http/call.ts';
import { identifier, type Json, type JsonObject } from '../../http/json.ts';
import type { Company } from '../../model/target.ts';
import type { Endpoint, Script } from '../../receiver/endpoint.ts';
import { webhookHabits } from './webhook-habits.ts';
import { currentToken } from './webhook-view.ts';
import { type Hook, webhookBody } from './webhooks.ts';

/** A webhook that is not created yet: the body of its creation, and the endpoint that its Url names. */
export interface WebhookDraft {
  readonly company: Company;
  readonly endpoint: Endpoint;
  readonly url: string;
  readonly body: JsonObject;
}

/** A webhook with the body and the answer of its creation. */
export interface Registration extends Hook {
  readonly body: JsonObject;
  readonly answer: Answer;
}

export interface DraftOptions {
  readonly company?: Company;
  readonly aziendaId?: Json;
  readonly events?: readonly string[];
  /** Added to the Description, which alone tells the webhooks of a run apart. */
  readonly ending?: string;
  readonly script?: Script;
}

/** Drafts a webhook; unless told otherwise it is for events of which a run sees few, so that it costs the target nothing. */
export async function draftWebhook(trial: Trial, options: DraftOptions = {}): Promise<WebhookDraft> {
  const { company = trial.target.companies[0], events = [(await webhookHabits(trial)).quietType], ending = '', script } = options;
  const { endpoint, url } = await trial.bench.webhooks.open(trial, script);
  const { aziendaId = identifier(company.id) } = options;
  return { company, endpoint, url, body: { ...webhookBody(company, url, endpoint.name + ending, events), AziendaId: aziendaId } };
}

/** A Url with capitals and a query, which careless services lose. Whether one is taken is not said; one that is taken is kept. */
export function withQuery(url: string): string {
  return url.includes('?') ? url : `${url}?Via=Conformance&n=1`;
}

export async function creationCall(trial: Trial, { company, body }: Pick<WebhookDraft, 'company' | 'body'>, key?: string): Promise<Call> {
  return (await trial.api()).call('createWebhook', { company, body, ...(key !== undefined && { key }) });
}

/** Creates what was drafted. @throws Inconclusive or Skip when the target does not. */
export async function register(trial: Trial, draft: WebhookDraft, key?: string): Promise<Registration> {
  return registered(trial, draft, await trial.prepare(await creationCall(trial, draft, key)));
}

/** The webhook that an answer says was created. @throws Inconclusive when the answer holds no id and secret. */
export function registered(trial: Trial, draft: WebhookDraft, answer: Answer): Registration {
  return { ...trial.bench.webhooks.adopt(answer, draft), body: draft.body, answer };
}

/** A PUT that sends the webhook as it was created, but for what changes. */
export async function updateCall(
  trial: Trial,
  hook: Pick<Registration, 'company' | 'id' | 'body'>,
  { changes = {}, token, key }: { readonly changes?: JsonObject; readonly token: Json; readonly key?: string | undefined },
): Promise<Call> {
  const { putsId } = await webhookHabits(trial);
  const body = { ...hook.body, ...changes, ...(putsId && { Id: identifier(hook.id) }), ConcurrencyToken: token };
  return (await trial.api()).call('updateWebhook', { company: hook.company, id: hook.id, body, ...(key !== undefined && { key }) });
}

/** Changes a webhook with its present token. @throws Inconclusive or Skip when the target does not. */
export async function update(trial: Trial, hook: Registration, changes: JsonObject, latest: Answer = hook.answer): Promise<Answer> {
  return await trial.prepare(await updateCall(trial, hook, { changes, token: await currentToken(trial, hook, latest) }));
}

/** PUTs that a target may refuse, one after another, each with the token that the webhook has by then. */
export async function tryUpdates(
  trial: Trial,
  hook: Registration,
  puts: readonly JsonObject[],
  latest: Answer = hook.answer,
): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  for (const changes of puts) {
    const token = await currentToken(trial, hook, answers.findLast(isSuccess) ?? latest);
    answers.push(await trial.sendJudged(await updateCall(trial, hook, { changes, token }), 'any answer'));
  }
  return answers;
}

/** Deletes webhooks that would only keep the target busy from here on. */
export async function withdraw(trial: Trial, ...hooks: readonly Hook[]): Promise<void> {
  const api = await trial.api();
  await Promise.all(hooks.map(({ id, company }) => trial.send(api.call('deleteWebhook', { company, id }))));
}
