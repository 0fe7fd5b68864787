import { contactTypes } from '../../api/event-names.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Answer } from '../../model/exchange.ts';
import type { Json } from '../../model/json.ts';
import type { HistoryStep } from '../histories/history.ts';
import { draftWebhook, type Registration, register, updateCall, withdraw } from './registration.ts';
import { currentToken } from './webhook-view.ts';

/** The webhooks after a history of calls, each with the latest answer about it. */
export interface WebhookHistory {
  /** Created before all of them. */
  readonly oldest: Registration;
  readonly live: { readonly webhook: Registration; latest: Answer }[];
  readonly deleted: Registration[];
}

/** The member that a step changes. */
export type ChangedMember = 'Description' | 'AziendaId' | 'Url' | 'Events';

/** A change of the first or the second webhook, with a key or without. */
export interface WebhookChange {
  readonly which: number;
  readonly member: ChangedMember;
  readonly isKeyed: boolean;
}

/** @param everywhere whether the webhook is for all companies */
export function creation(everywhere: boolean): HistoryStep<WebhookHistory> {
  return {
    check: () => true,
    run: async (model, context) => {
      const webhook = await register(context, await draftWebhook(context, everywhere ? { aziendaId: null } : {}));
      model.live.push({ webhook, latest: webhook.answer });
    },
    toString: () => `a webhook for ${everywhere ? 'all companies' : 'one company'}`,
  };
}

export function change({ which, member, isKeyed }: WebhookChange): HistoryStep<WebhookHistory> {
  return {
    check: ({ live }) => live.length > 0,
    run: async ({ live }, context) => {
      const entry = live[Math.min(which, live.length - 1)];
      if (entry === undefined) return;
      const { webhook, latest } = entry;
      const changes = { [member]: await newValue(context, member, webhook) };
      const key = isKeyed ? context.freshKey() : undefined;
      entry.latest = await context.prepare(
        await updateCall(context, webhook, { changes, token: await currentToken(context, webhook, latest), key }),
      );
    },
    toString: () => `a change of ${member} in webhook ${which + 1}${isKeyed ? ' with a key' : ''}`,
  };
}

async function newValue(context: CheckContext, member: ChangedMember, { url }: Registration): Promise<Json> {
  if (member === 'AziendaId') return null;
  if (member === 'Url') return `${url}?${context.fresh()}`;
  return member === 'Events' ? [contactTypes(context).update] : context.fresh();
}

/** @param which from 0 */
export function deletion(which: number): HistoryStep<WebhookHistory> {
  return {
    check: ({ live }) => live.length > 0,
    run: async ({ live, deleted }, context) => {
      const [entry] = live.splice(Math.min(which, live.length - 1), 1);
      if (entry === undefined) return;
      await withdraw(context, entry.webhook);
      deleted.push(entry.webhook);
    },
    toString: () => `the deletion of webhook ${which + 1}`,
  };
}
