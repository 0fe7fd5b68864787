import { createdId, objectOf } from '../../api/identity.ts';
import { webhookBody } from '../../api/webhook-body.ts';
import { isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Answer, Call } from '../../model/exchange.ts';
import { type JsonObject, memberOf } from '../../model/json.ts';
import type { Company } from '../../model/target.ts';
import { Inconclusive } from '../../model/verdict.ts';
import type { OpenEndpoint, Script, Webhook } from '../../model/webhook.ts';

export interface HookOptions {
  /** How deliveries are answered. By default they are confirmed. */
  readonly script?: Script;
  /** An open endpoint to use instead of a new one. */
  readonly at?: OpenEndpoint;
  /** Whether its AziendaId is null: for all companies. */
  readonly everyCompany?: boolean;
  /** How another user sends the creation. */
  readonly as?: Webhook['as'];
  /** Whether it stays until the end of the run, since other rules look at it too. */
  readonly lasting?: boolean;
}

/** Creates a webhook at the target, under the company's license key. @throws Inconclusive if the target refuses */
export async function createWebhook(
  context: CheckContext,
  company: Company,
  events: readonly string[],
  options: HookOptions = {},
): Promise<Webhook & { readonly body: JsonObject; readonly answer: Answer }> {
  const { webhooks } = context.run;
  const { endpoint, url } = options.at ?? (await webhooks.open(context.rule, options.script));
  const api = await context.api();
  const body = { ...webhookBody(company, url, endpoint.name, events), ...(options.everyCompany && { AziendaId: null }) };
  const [first] = context.target.companies;
  const { as = (call) => call } = options;
  const under = (owner: Company): Call => as(api.call('createWebhook', { company: owner, body }));
  // The source does not say which of a user's license keys a configuration endpoint takes. If not the company's own, it is the first one.
  const own = company === first ? undefined : await context.send(under(company));
  const owner = own?.status === 403 ? first : company;
  const answer = own && isSuccess(own) ? own : await context.prepare(under(owner));
  const webhook = adoptWebhook(context, answer, { company, endpoint, url, events, ...(options.as && { as: options.as }) });
  if (options.lasting) webhooks.keep(webhook, owner);
  // Other rules compare it with the webhooks of the run, so it stays the same object.
  return Object.assign(webhook, { body, answer });
}

/** Records a webhook from the answer to its creation. @throws Inconclusive if the answer lacks an id or a secret */
export function adoptWebhook(
  context: CheckContext,
  answer: Answer,
  made: Pick<Webhook, 'company' | 'endpoint' | 'url' | 'events' | 'as'>,
): Webhook {
  const secret = memberOf(objectOf(answer, 'secret'), 'secret');
  const id = createdId(answer, 'webhook');
  if (typeof secret !== 'string' || secret === '' || id === undefined)
    throw new Inconclusive('the answer to the creation of a webhook lacks an id or a secret');
  const concurrencyToken = memberOf(objectOf(answer, 'secret'), 'concurrencyToken') ?? null;
  const { company, endpoint, url, events, as } = made;
  const webhook: Webhook = { id, secret, company, endpoint, url, events, concurrencyToken, ...(as && { as }) };
  context.run.webhooks.add(webhook);
  return webhook;
}
