import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { answeredDeliveries, mayStillCome, mayTakeMs, tooEarly } from '../../scenarios/retries/answered-deliveries.ts';
import { failingBurst, followBurst } from '../../scenarios/retries/failing-burst.ts';
import { followHanging, hangingDelivery, untilOver } from '../../scenarios/retries/hanging-delivery.ts';
import type { AnsweredDelivery } from '../../scenarios/retries/planned-deliveries.ts';

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
