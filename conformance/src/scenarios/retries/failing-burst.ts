import { contactTypes } from '../../api/event-names.ts';
import type { Attempt, Script } from '../../model/attempt.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { memberOf } from '../../model/json.ts';
import type { Webhook } from '../../model/webhook.ts';
import { eventoOf } from '../../receiver/attempt.ts';
import { awaitAttempts } from '../../wait/attempts.ts';
import { times } from '../../wait/times.ts';
import { oncePerRun } from '../once-per-run.ts';
import { createContact, quietestCompany } from '../resources/contact-life.ts';
import { sparingly } from '../sparingly.ts';
import { isSameName } from '../values/texts.ts';
import { createWebhook } from '../webhooks/create-webhook.ts';
import { observerOf } from '../webhooks/observer.ts';
import { type FollowedDelivery, followRetries } from './followed-retries.ts';
import { fireWitness } from './hanging-delivery.ts';

/** One event of the burst. */
export interface BurstEvent {
  readonly nome: string;
  readonly attempts: readonly Attempt[];
  /** Whether it was confirmed, or came again after it was not answered. Whether a target may give it up after that is not judged here. */
  readonly isKept: () => boolean;
}

/** Many events at once for one webhook. Its endpoint stops answering during the burst, and soon answers again. */
export interface FailingBurst {
  readonly event: string;
  readonly webhook: Webhook;
  readonly events: readonly BurstEvent[];
}

/** First, events that are confirmed one by one, so that a target that starts slowly speeds up. Then the events of the burst itself. */
const counts = { before: 4, burst: 14 };
/** How long nothing is answered: until the first connections were cut. */
const STOPPED_FOR_MS = times.downMs + times.unreadMs;

/** Started once per run. @throws Inconclusive when nothing is delivered */
export const failingBurst: (context: CheckContext) => Promise<FailingBurst> = oncePerRun(fire, 'a lost answer');

async function fire(context: CheckContext): Promise<FailingBurst> {
  const company = quietestCompany(context);
  const { create } = contactTypes(context);
  const before = sparingly(
    context,
    Array.from({ length: counts.before }, () => context.fresh()),
    0,
  );
  const burst = Array.from({ length: counts.burst }, () => ({ nome: context.fresh(), attempts: [] as Attempt[] }));
  const events = sparingly(context, burst, 2);
  const webhook = await createWebhook(context, company, [create], { script: stopping(create, events) });
  for (const [index, nome] of before.entries()) {
    await createContact(context, company, nome);
    await awaitAttempts(context, webhook, () => webhook.endpoint.attempts.length > index);
  }
  await Promise.all(events.map(({ nome }) => createContact(context, company, nome)));
  return { event: create, webhook, events: events.map(({ nome, attempts }) => ({ nome, attempts, isKept: () => isKept(attempts) })) };
}

/** Waits for the retries of unanswered events, and for the first attempts that have not come yet. */
export async function followBurst(context: CheckContext, { webhook, events }: FailingBurst): Promise<void> {
  if (events.every((one) => one.isKept())) return;
  const witness = await observerOf(context, webhook.company);
  const followed = events.map(
    (one): FollowedDelivery => ({
      webhook,
      witness,
      attempts: () => one.attempts,
      confirmedAfter: Number.POSITIVE_INFINITY,
      isDue: () => !one.isKept(),
    }),
  );
  await followRetries(context, followed, () => fireWitness(context));
}

/** Confirms every event outside the burst. Leaves the burst unanswered for a while, then confirms it. */
function stopping(create: string, events: readonly { readonly nome: string; readonly attempts: Attempt[] }[]): Script {
  let stoppedAt: number | undefined;
  return (_index, attempt) => {
    const evento = eventoOf(attempt);
    const one = evento?.type === create ? events.find(({ nome }) => isSameName(memberOf(evento.object, 'nome'), nome)) : undefined;
    if (one === undefined) return { status: 204 };
    one.attempts.push(attempt);
    stoppedAt ??= attempt.arrivedAt;
    return attempt.arrivedAt - stoppedAt < STOPPED_FOR_MS ? { silentForMs: times.downMs } : { status: 204 };
  };
}

function isKept(attempts: readonly Attempt[]): boolean {
  return attempts.length > 1 || attempts.some(({ reply }) => typeof reply === 'object' && 'status' in reply);
}
