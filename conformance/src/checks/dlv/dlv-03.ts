import { contactTypes } from '../../api/event-names.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { memberOf } from '../../model/json.ts';
import type { Attempt, Script, Webhook } from '../../model/webhook.ts';
import { eventoOf } from '../../receiver/attempt.ts';
import { oncePerRun } from '../../scenarios/once-per-run.ts';
import { createContact, quietestCompany } from '../../scenarios/resources/contact-life.ts';
import { answeredDeliveries, mayStillCome, mayTakeMs, tooEarly } from '../../scenarios/retries/answered-deliveries.ts';
import { type FollowedDelivery, followRetries } from '../../scenarios/retries/followed-retries.ts';
import { fireWitness, followHanging, hangingDelivery, untilOver } from '../../scenarios/retries/hanging-delivery.ts';
import type { AnsweredDelivery } from '../../scenarios/retries/planned-deliveries.ts';
import { sparingly } from '../../scenarios/sparingly.ts';
import { isSameName } from '../../scenarios/values/texts.ts';
import { createWebhook } from '../../scenarios/webhooks/create-webhook.ts';
import { witnessOf } from '../../scenarios/webhooks/observer.ts';
import { awaitAttempts } from '../../wait/arrives.ts';
import { times } from '../../wait/times.ts';

/** One event of the burst. */
interface BurstEvent {
  readonly nome: string;
  readonly attempts: readonly Attempt[];
  /** Whether it was confirmed, or came again after it was not answered. Whether a target may give it up after that is not judged here. */
  readonly isKept: () => boolean;
}

/** Many events at once for one webhook. Its endpoint stops answering during the burst, and soon answers again. */
interface FailingBurst {
  readonly event: string;
  readonly webhook: Webhook;
  readonly events: readonly BurstEvent[];
}

/** First, events that are confirmed one by one, so that a target that starts slowly speeds up. Then the events of the burst itself. */
const counts = { before: 4, burst: 14 };
/** How long nothing is answered: until the first connections were cut. */
const STOPPED_FOR_MS = times.downMs + times.unreadMs;

/** Started once per run. @throws Inconclusive when nothing is delivered */
const failingBurst: (context: CheckContext) => Promise<FailingBurst> = oncePerRun(fire, 'a lost answer');

const HANGS = 'one delivery hangs until the target gives it up, at --budget standard and above';
const BURST = 'simultaneous events to an endpoint that stops answering';

/** DLV-03: no answer is retried: the connection is refused, reset, closed, cut after silence, or hangs; also amid many events. */
export const dlv03: Check = check(
  'DLV-03',
  { isolation: 'clock', weight: 1, awaitsDelivery: true },
  async (context) => {
    if (!context.isQuick) await untilOver(context);
    const { silent, unreachable, complete } = await answeredDeliveries(context);
    const begun = silent.filter(({ attempts }) => attempts().length > 0);
    const unanswered = begun.filter((delivery) => complete || !mayStillCome(delivery, begun));
    const retries = [
      ...unanswered.map(({ name, event, attempts }) => ({ name: `${name} (${event()})`, count: attempts().length - 1, attempts })),
      ...unreachable.map(({ name, attempts }) => ({ name, count: attempts().length, attempts })),
    ];
    if (!complete && retries.every(({ count }) => count === 0)) throw tooEarly('no retry came');
    for (const { name, count, attempts } of retries)
      context.judge(count > 0, {
        message: `A delivery that meets ${name} must be retried.`,
        expected: 'another attempt',
        actual: 'none',
        about: { 'an attempt to deliver it': attempts() },
      });
    if (context.isQuick) context.leaveUnjudged(`whether a delivery that hangs is retried: ${HANGS}`);
    else {
      await judgeHanging(context, begun);
      await context.part(BURST, () => judgeBurst(context));
    }
  },
  {
    what: HANGS,
    act: async (context) => {
      if (context.isQuick) return;
      await hangingDelivery(context);
      await failingBurst(context);
    },
  },
);

/** No event may be lost, neither one whose attempt got no answer nor one that waited behind it. */
async function judgeBurst(context: CheckContext): Promise<void> {
  const burst = await failingBurst(context);
  const isWhole = burst.events.every(({ isKept }) => isKept());
  if (!isWhole && context.clock === undefined) return context.leaveUnjudged(`${BURST}: set controls.clock`);
  await followBurst(context, burst);
  for (const { nome, attempts, isKept } of burst.events)
    context.judge(isKept(), {
      message: `Each of several simultaneous events to an endpoint that stops answering must be delivered or retried (${burst.event} of ${nome}).`,
      expected: 'an answered attempt, or another one',
      actual: attempts.length === 0 ? 'no attempt at all' : 'one attempt without an answer',
      about: { 'came to the same endpoint': burst.webhook.endpoint.attempts },
    });
}

/** @param others deliveries whose retries show how long a retry takes if the clock cannot be moved */
async function judgeHanging(context: CheckContext, others: readonly AnsweredDelivery[]): Promise<void> {
  const delivery = await hangingDelivery(context);
  await followHanging(context, delivery, mayTakeMs(others));
  const { contact, event, attempts, hang, isRetried } = delivery;
  context.judge(isRetried(), {
    message: `A delivery that hangs must be retried after the target gives it up (${event}).`,
    expected: 'another attempt',
    actual: `none, though the target gave it up after ${hang.givenUpAfterMs} ms`,
    about: { 'created the object in question': contact.answer, 'hung, and was not retried': attempts },
  });
}

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
async function followBurst(context: CheckContext, { webhook, events }: FailingBurst): Promise<void> {
  if (events.every((one) => one.isKept())) return;
  const witness = await witnessOf(context, webhook.company);
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
