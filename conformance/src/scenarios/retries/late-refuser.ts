import type { Attempt } from '../../model/attempt.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Company } from '../../model/target.ts';
import { eventoOf } from '../../receiver/attempt.ts';
import { createWebhook } from '../webhooks/create-webhook.ts';
import type { SettledDelivery } from './delivered-again.ts';
import type { EventTrigger } from './event-trigger.ts';

/** A webhook that confirms every event until it is told to refuse them all. */
export interface LateRefuser {
  refuses: boolean;
  /** The events that it confirmed. */
  readonly confirmed: () => readonly SettledDelivery[];
}

export async function lateRefuser(
  context: CheckContext,
  company: Company,
  types: readonly string[],
  events: readonly EventTrigger[],
): Promise<LateRefuser> {
  const all = events.map((event) => ({ event, attempts: [] as Attempt[] }));
  const state = { refuses: false };
  const { endpoint } = await createWebhook(context, company, types, {
    script: (_index, attempt) => {
      const evento = eventoOf(attempt);
      const one = evento && all.find(({ event }) => event.is(evento));
      one?.attempts.push(attempt);
      return { status: one !== undefined && state.refuses ? 500 : 204 };
    },
  });
  const told = (): readonly SettledDelivery[] =>
    all
      .filter(({ attempts }) => attempts.length > 0)
      .map(({ event, attempts }) => ({ type: event.type(), endpoint, attempts, how: 'was confirmed' }));
  return Object.assign(state, { confirmed: told });
}
