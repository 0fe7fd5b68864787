import { createdId } from '../../api/identity.ts';
import type { Trial } from '../../engine/trial.ts';
import { isSuccess } from '../../http/answer.ts';
import { identifier, memberOf } from '../../http/json.ts';
import { oncePerRun } from '../once.ts';
import { contactTypes } from '../resources/contact-life.ts';
import { webhookOf } from './webhook-view.ts';
import { webhookBody } from './webhooks.ts';

/** What a target asks of webhooks and lets a PUT change, where the source leaves that open. */
export interface WebhookHabits {
  /** A type that a webhook may name and that a run seldom sees: not every entity has events. */
  readonly quietType: string;
  /** Whether a PUT must repeat the id of its URL in its body. */
  readonly putsId: boolean;
  /** Whether a PUT may give a webhook another AziendaId. */
  readonly moves: boolean;
}

/** Learned once in a run, by a webhook that is created for it; what none succeeds in is left for the rules to judge. */
export const webhookHabits: (trial: Trial) => Promise<WebhookHabits> = oncePerRun(learn);

async function learn(trial: Trial): Promise<WebhookHabits> {
  const [company] = trial.target.companies;
  const { endpoint, url } = await trial.bench.webhooks.open(trial);
  const api = await trial.api();
  for (const quietType of candidates(trial)) {
    const body = webhookBody(company, url, endpoint.name, [quietType]);
    const created = await trial.send(api.call('createWebhook', { company, body }));
    const id = createdId(created, 'webhook');
    if (!isSuccess(created) || id === undefined) continue;
    const ConcurrencyToken = memberOf(webhookOf(created), 'concurrencyToken') ?? null;
    const accepted = async ({ putsId, moves }: Omit<WebhookHabits, 'quietType'>): Promise<boolean> => {
      const changed = { ...body, ...(moves && { AziendaId: null }), ...(putsId && { Id: identifier(id) }), ConcurrencyToken };
      return isSuccess(await trial.send(api.call('updateWebhook', { company, id, body: changed })));
    };
    const found = await firstOf(ways, accepted);
    await trial.send(api.call('deleteWebhook', { company, id }));
    return { quietType, ...(found ?? usual) };
  }
  return { quietType: contactTypes(trial).delete, ...usual };
}

const usual = { putsId: false, moves: true };

/** Each is tried with the token of the creation, since what was refused before it changed nothing. */
const ways = [usual, { putsId: false, moves: false }, { putsId: true, moves: true }, { putsId: true, moves: false }] as const;

async function firstOf<T>(items: readonly T[], holds: (item: T) => Promise<boolean>): Promise<T | undefined> {
  for (const item of items) if (await holds(item)) return item;
  return undefined;
}

/** Deletions first: a run sees few of them, so that such a webhook costs the target nothing. */
function candidates(trial: Trial): readonly string[] {
  const { articolo, documento } = trial.target.surface.eventObjects;
  return [contactTypes(trial).delete, `${documento}.Delete`, `${articolo}.Delete`, `${documento}.Create`, `${documento}.Emit`];
}
