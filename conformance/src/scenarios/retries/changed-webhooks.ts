import { headerNames } from '../../api/header-names.ts';
import { webhookBody } from '../../api/webhook-body.ts';
import { isSuccess } from '../../http/answer.ts';
import { withoutHeader } from '../../http/call.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Call } from '../../model/exchange.ts';
import { identifier, type JsonObject } from '../../model/json.ts';
import type { Webhook } from '../../model/webhook.ts';
import { unlessRefused } from '../unless-refused.ts';
import { updateCall } from '../webhooks/registration.ts';
import type { Audience } from './moving-webhook.ts';
import { type AnswerPlan, type Followed, listen, plainRefusal } from './planned-deliveries.ts';

type Delivery = Followed<AnswerPlan>;

/** Deliveries that wait for a retry when their webhook is changed in a way that must not affect them. */
export interface ChangedWebhook {
  readonly deliveries: readonly Delivery[];
  /** Changes the webhook. Answers the deliveries that can be judged: none if the target did not take the change as meant. */
  readonly change: () => Promise<readonly Delivery[]>;
}

interface Change {
  /** What happened to the webhook, for the report. */
  readonly what: string;
  readonly answering: AnswerPlan;
  readonly everyCompany?: boolean;
  readonly act: (webhook: Webhook) => Promise<boolean>;
}

/**
 * A webhook for each change. The events take turns among them.
 * @param never the plan of a webhook that confirms nothing
 * @param witness another webhook, which receives every event of the company
 */
export async function changedWebhooks(
  context: CheckContext,
  { company, types, events }: Audience,
  never: AnswerPlan,
  witness: Webhook | undefined,
): Promise<readonly ChangedWebhook[]> {
  const put = (changes: (webhook: Webhook) => JsonObject) => (webhook: Webhook) => rewritten(context, webhook, changes(webhook));
  const further = ({ events: few }: Webhook): JsonObject => ({
    Events: [...few, ...types.filter((type) => !few.includes(type)).slice(0, 1)],
  });
  const changes: readonly Change[] = [
    { what: 'refused a change', answering: plainRefusal, act: (webhook) => changesRefused(context, webhook) },
    { what: 'was given a further type', answering: plainRefusal, act: put(further) },
    {
      what: 'was changed from all companies to its own',
      answering: plainRefusal,
      everyCompany: true,
      act: put(() => ({ AziendaId: identifier(company.id) })),
    },
    { what: 'was given another Description', answering: never, act: put(described) },
  ];
  const made: ChangedWebhook[] = [];
  for (const [turn, { what, answering, everyCompany = false, act }] of changes.entries()) {
    const own = events.filter((_event, index) => index % changes.length === turn % events.length);
    const asked = [...new Set(own.map(({ type }) => type()))];
    const pairs = own.map((trigger) => ({ trigger, answering }));
    const deliveries = (await unlessRefused(listen(context, company, asked, pairs, { everyCompany }))) ?? [];
    const [first] = deliveries;
    if (first === undefined) continue;
    const named = deliveries.map((one) => ({ ...one, name: `${one.name}, whose webhook ${what},`, ...(witness && { witness }) }));
    made.push({ deliveries, change: async () => ((await act(first.webhook)) ? named : []) });
  }
  return made;
}

/** Another Description. */
export function described({ endpoint }: Webhook): JsonObject {
  return { Description: `${endpoint.name} changed` };
}

/** Changes members of a webhook of one company, and keeps the others as created. Answers whether the target accepted it. */
export async function rewritten(context: CheckContext, webhook: Webhook, changes: JsonObject): Promise<boolean> {
  const { company, url, endpoint, events, concurrencyToken: token } = webhook;
  const body = webhookBody(company, url, endpoint.name, events);
  return isSuccess(await context.send(await updateCall(context, { ...webhook, body }, { changes, token })));
}

/** A token that no webhook has. */
const NO_TOKEN = -1;

/** Tries to change and delete a webhook in ways that must be refused. Answers whether all were refused. */
async function changesRefused(context: CheckContext, { company, id, url, endpoint, events }: Webhook): Promise<boolean> {
  const names = headerNames(context.target.service.headerWord);
  const api = await context.api();
  const put = (Url: string): Call =>
    api.call('updateWebhook', {
      company,
      id,
      body: { ...webhookBody(company, Url, `${endpoint.name} changed`, events.slice(0, 1)), ConcurrencyToken: NO_TOKEN },
    });
  const deletion = api.call('deleteWebhook', { company, id });
  const wrong = [
    put(url),
    put(url.replace(/^https:/, 'http:')),
    withoutHeader(put(url), 'Authorization'),
    withoutHeader(deletion, 'Authorization'),
    withoutHeader(deletion, names.apiKey),
    withoutHeader(deletion, names.licenseKey),
  ];
  let refused = true;
  for (const call of wrong) refused = !isSuccess(await context.send(call)) && refused;
  return refused;
}
