import { contactTypes } from '../../api/event-names.ts';
import { createdId } from '../../api/identity.ts';
import { webhookBody } from '../../api/webhook-body.ts';
import { isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { identifier, memberOf } from '../../model/json.ts';
import { oncePerRun } from '../once-per-run.ts';
import { webhookOf } from './webhook-view.ts';

/** What a target asks of webhooks and lets a PUT change, where the source leaves that open. */
export interface WebhookCapabilities {
  /** A type that a webhook may name and that a run seldom sees: not every entity has events. */
  readonly quietType: string;
  /** Whether a PUT must repeat the id of its URL in its body. */
  readonly putsId: boolean;
  /** Whether a PUT may give a webhook another AziendaId. */
  readonly moves: boolean;
}

/** Learned once in a run, by a webhook that is created for it; what none succeeds in is left for the rules to judge. */
export const webhookCapabilities: (context: CheckContext) => Promise<WebhookCapabilities> = oncePerRun(learn);

async function learn(context: CheckContext): Promise<WebhookCapabilities> {
  const [company] = context.target.companies;
  const { endpoint, url } = await context.run.webhooks.open(context.rule);
  const api = await context.api();
  for (const quietType of candidates(context)) {
    const body = webhookBody(company, url, endpoint.name, [quietType]);
    const created = await context.send(api.call('createWebhook', { company, body }));
    const id = createdId(created, 'webhook');
    if (!isSuccess(created) || id === undefined) continue;
    const ConcurrencyToken = memberOf(webhookOf(created), 'concurrencyToken') ?? null;
    const accepted = async ({ putsId, moves }: Omit<WebhookCapabilities, 'quietType'>): Promise<boolean> => {
      const changed = { ...body, ...(moves && { AziendaId: null }), ...(putsId && { Id: identifier(id) }), ConcurrencyToken };
      return isSuccess(await context.send(api.call('updateWebhook', { company, id, body: changed })));
    };
    const found = await firstOf(ways, accepted);
    await context.send(api.call('deleteWebhook', { company, id }));
    return { quietType, ...(found ?? usual) };
  }
  return { quietType: contactTypes(context).delete, ...usual };
}

const usual = { putsId: false, moves: true };

/** Each is tried with the token of the creation, since what was refused before it changed nothing. */
const ways = [usual, { putsId: false, moves: false }, { putsId: true, moves: true }, { putsId: true, moves: false }] as const;

async function firstOf<T>(items: readonly T[], holds: (item: T) => Promise<boolean>): Promise<T | undefined> {
  for (const item of items) if (await holds(item)) return item;
  return undefined;
}

/** Deletions first: a run sees few of them, so that such a webhook costs the target nothing. */
function candidates(context: CheckContext): readonly string[] {
  const { articolo, documento } = context.target.surface.eventObjects;
  return [contactTypes(context).delete, `${documento}.Delete`, `${articolo}.Delete`, `${documento}.Create`, `${documento}.Emit`];
}
