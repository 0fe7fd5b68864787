import { contactTypes } from '../../api/event-names.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Attempt, Reply } from '../../model/webhook.ts';
import { oncePerRun } from '../../scenarios/once-per-run.ts';
import { quietestCompany } from '../../scenarios/resources/contact-life.ts';
import { answeredDeliveries, mayStillCome, mayTakeMs, tooEarly } from '../../scenarios/retries/answered-deliveries.ts';
import { type Answering, allAnswered, type Delivery, listen } from '../../scenarios/retries/delivery.ts';
import { creation, type EventTrigger } from '../../scenarios/retries/event-trigger.ts';
import { followRetries } from '../../scenarios/retries/followed-retries.ts';
import { followHanging, hangingDelivery, untilOver } from '../../scenarios/retries/hanging-delivery.ts';
import { sparingly } from '../../scenarios/sparingly.ts';
import { observerOf } from '../../scenarios/webhooks/observer.ts';
import { awaitAttempts } from '../../wait/arrives.ts';
import { times } from '../../wait/times.ts';

/** First, events that are confirmed one by one, so that a target that starts slowly speeds up. Then the events of the burst itself. */
const counts = { before: 4, burst: 14 };
/** How long nothing is answered: until the first connections were cut. */
const STOPPED_FOR_MS = times.downMs + times.unreadMs;

/**
 * Many events at once for one webhook. Its endpoint stops answering during the burst, and soon answers again. Started once per run.
 * @throws Inconclusive when nothing is delivered
 */
const failingBurst: (context: CheckContext) => Promise<readonly Delivery[]> = oncePerRun(fire, 'a lost answer');

const HANGS = 'one delivery hangs until the target gives it up, at --budget standard and above';
const BURST = 'simultaneous events to an endpoint that stops answering';

/** DLV-03: no answer is retried: the connection is refused, reset, closed, cut after silence, or hangs; also amid many events. */
export const dlv03: Check = check(
  'DLV-03',
  { isolation: 'clock', weight: 1, awaitsDelivery: true },
  async (context) => {
    if (!context.isQuick) await untilOver(context);
    const { silent, unreachable, complete } = await answeredDeliveries(context);
    const begun = silent.filter(({ attempts }) => attempts.length > 0);
    const unanswered = begun.filter((delivery) => complete || !mayStillCome(delivery, begun));
    if (!complete && unanswered.every(({ attempts }) => attempts.length < 2) && unreachable.every(({ attempts }) => attempts.length === 0))
      throw tooEarly('no retry came');
    for (const one of [...unanswered, ...unreachable])
      context.judge(!one.isDue(), {
        message: `A delivery that meets ${one.name} must be retried (${one.event}).`,
        expected: 'another attempt',
        actual: 'none',
        about: { 'an attempt to deliver it': one.attempts },
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
  const isWhole = burst.every(({ isDue }) => !isDue());
  if (!isWhole && context.clock === undefined) return context.leaveUnjudged(`${BURST}: set controls.clock`);
  if (!isWhole) await followRetries(context, burst);
  for (const { event, attempts, endpoint, isDue } of burst)
    context.judge(!isDue(), {
      message: `Each of several simultaneous events to an endpoint that stops answering must be delivered or retried (${event}).`,
      expected: 'an answered attempt, or another one',
      actual: attempts.length === 0 ? 'no attempt at all' : 'one attempt without an answer',
      about: { 'came to the same endpoint': endpoint.attempts },
    });
}

/** @param others deliveries whose retries show how long a retry takes if the clock cannot be moved */
async function judgeHanging(context: CheckContext, others: readonly Delivery[]): Promise<void> {
  const hanging = await hangingDelivery(context);
  await followHanging(context, hanging, mayTakeMs(others));
  const { delivery, hang } = hanging;
  context.judge(!delivery.isDue(), {
    message: `A delivery that hangs must be retried after the target gives it up (${delivery.event}).`,
    expected: 'another attempt',
    actual: `none, though the target gave it up after ${hang.givenUpAfterMs} ms`,
    about: { 'created the object in question': delivery.trigger.created?.(), 'hung, and was not retried': delivery.attempts },
  });
}

async function fire(context: CheckContext): Promise<readonly Delivery[]> {
  const company = quietestCompany(context);
  const creations = (count: number, needed: number): readonly EventTrigger[] =>
    sparingly(
      context,
      Array.from({ length: count }, () => creation(context, company)),
      needed,
    );
  const [before, during] = [creations(counts.before, 0), creations(counts.burst, 2)];
  const burst = await listen(context, company, [contactTypes(context).create], allAnswered(during, stopping()));
  const witness = await observerOf(context, company);
  for (const one of burst) {
    one.witness = witness;
    // It is kept if it was answered or came again. Whether a target may give it up after that is not judged here.
    one.isDue = () => one.attempts.length < 2 && one.attempts.every(({ reply }) => typeof reply !== 'object' || !('status' in reply));
  }
  for (const [index, { act }] of before.entries()) {
    await act();
    for (const { webhook } of burst.slice(0, 1)) await awaitAttempts(context, webhook, () => webhook.endpoint.attempts.length > index);
  }
  await Promise.all(during.map(({ act }) => act()));
  return burst;
}

/** Leaves the events of the burst unanswered for a while, then confirms them. */
function stopping(): Answering {
  let stoppedAt: number | undefined;
  const replies = (_index: number, { arrivedAt }: Attempt): Reply => {
    stoppedAt ??= arrivedAt;
    return arrivedAt - stoppedAt < STOPPED_FOR_MS ? { silentForMs: times.downMs } : { status: 204 };
  };
  return { name: 'an endpoint that stops answering', replies };
}
