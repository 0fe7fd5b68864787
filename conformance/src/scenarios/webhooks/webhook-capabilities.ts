import { contactTypes } from '../../api/event-names.ts';
import { createdId } from '../../api/identity.ts';
import { webhookBody } from '../../api/webhook-body.ts';
import { isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { identifier, type JsonObject, memberOf } from '../../model/json.ts';
import { oncePerRun } from '../once-per-run.ts';
import { NEVER_FIRED } from './unknown-types.ts';
import { byGet, sameMembers, webhookOf } from './webhook-view.ts';

/** What a target requires of webhooks, and what a PUT may change, where the source leaves that open. */
export interface WebhookCapabilities {
  /** A type that a webhook may name and that a run fires never or seldom, so that the webhook costs the target nothing. */
  readonly quietType: string;
  /** Whether a webhook may name changes and deletions of contacts, since not every entity has events. */
  readonly knowsContacts: boolean;
  /** Whether a PUT must repeat the id of its URL in its body. */
  readonly putsId: boolean;
  /** Whether a PUT may give a webhook another AziendaId. */
  readonly moves: boolean;
}

/** Learned once per run with webhooks of its own. If nothing succeeds, the rules judge that. */
export const webhookCapabilities: (context: CheckContext) => Promise<WebhookCapabilities> = oncePerRun(learn);

async function learn(context: CheckContext): Promise<WebhookCapabilities> {
  const [company] = context.target.companies;
  const { endpoint, url } = await context.run.webhooks.open(context.rule);
  const api = await context.api();
  const bodyFor = (events: readonly string[]): JsonObject => webhookBody(company, url, endpoint.name, events);
  const create = async (
    events: readonly string[],
  ): Promise<{ readonly id: string; readonly shown: JsonObject | undefined } | undefined> => {
    const created = await context.send(api.call('createWebhook', { company, body: bodyFor(events) }));
    const id = createdId(created, 'webhook');
    return isSuccess(created) && id !== undefined ? { id, shown: webhookOf(created) } : undefined;
  };
  const remove = async (id: string): Promise<void> => void (await context.send(api.call('deleteWebhook', { company, id })));
  const { update, delete: deletion } = contactTypes(context);
  const ofContacts = await create([update, deletion]);
  if (ofContacts) await remove(ofContacts.id);
  const knowsContacts = ofContacts !== undefined;
  for (const quietType of candidates(context)) {
    const created = await create([quietType]);
    if (created === undefined) continue;
    const { id, shown } = created;
    const accepted = async ({ putsId, moves }: Way): Promise<boolean> => {
      const ConcurrencyToken = memberOf(shown, 'concurrencyToken') ?? null;
      const changed = {
        ...bodyFor([quietType]),
        ...(moves && { AziendaId: null }),
        ...(putsId && { Id: identifier(id) }),
        ConcurrencyToken,
      };
      return isSuccess(await context.send(api.call('updateWebhook', { company, id, body: changed })));
    };
    const views = [shown, (await byGet(context, { id, company }))?.shown].map((view) => memberOf(view, 'events'));
    // A target may drop types that it does not know.
    const isKept = views.every((events) => events === undefined || sameMembers([quietType], events));
    const found = isKept ? await firstOf(ways, accepted) : undefined;
    await remove(id);
    if (isKept) return { quietType, knowsContacts, ...(found ?? usual) };
  }
  return { quietType: deletion, knowsContacts, ...usual };
}

type Way = Pick<WebhookCapabilities, 'putsId' | 'moves'>;

const usual: Way = { putsId: false, moves: true };

/** Each is tried with the token of the creation, since a refused PUT changes nothing. */
const ways = [usual, { putsId: false, moves: false }, { putsId: true, moves: true }, { putsId: true, moves: false }] as const;

async function firstOf<T>(items: readonly T[], holds: (item: T) => Promise<boolean>): Promise<T | undefined> {
  for (const item of items) if (await holds(item)) return item;
  return undefined;
}

/** First a type that nothing fires, which a target may refuse. Then deletions, since a run has few. */
function candidates(context: CheckContext): readonly string[] {
  const { articolo, documento } = context.target.surface.eventObjects;
  return [
    NEVER_FIRED,
    contactTypes(context).delete,
    `${documento}.Delete`,
    `${articolo}.Delete`,
    `${documento}.Create`,
    `${documento}.Emit`,
  ];
}
