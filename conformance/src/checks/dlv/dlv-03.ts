import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { answeredDeliveries, mayStillCome, mayTakeMs, tooEarly } from '../../scenarios/retries/answered-deliveries.ts';
import { failingBurst, followBurst } from '../../scenarios/retries/failing-burst.ts';
import { followHanging, hangingDelivery, untilOver } from '../../scenarios/retries/hanging-delivery.ts';
import type { AnsweredDelivery } from '../../scenarios/retries/planned-deliveries.ts';
import { unlessAbsent } from '../../scenarios/unless-absent.ts';

const HANGS = 'one delivery hangs until the target gives it up, at --budget standard and above';
const BURST = 'events that come at once to an endpoint that stops answering';

/** DLV-03: no answer is retried: a connection that is refused, reset, or closed without one, that says nothing until it is cut, or that hangs; also amid many events. */
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
        message: `A delivery to ${name} must be retried.`,
        expected: 'another attempt',
        actual: 'none',
        about: { 'an attempt to deliver it': attempts() },
      });
    if (context.isQuick) context.leaveUnjudged(`whether a delivery that hangs is retried: ${HANGS}`);
    else {
      await judgeHanging(context, begun);
      await unlessAbsent(context, BURST, () => judgeBurst(context));
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

/** None of them may be lost, whether it was attempted and not answered, or waited its turn behind one that was. */
async function judgeBurst(context: CheckContext): Promise<void> {
  const burst = await failingBurst(context);
  const isWhole = burst.events.every(({ isKept }) => isKept());
  if (!isWhole && context.clock === undefined) return context.leaveUnjudged(`${BURST}: set controls.clock`);
  await followBurst(context, burst);
  for (const { nome, attempts, isKept } of burst.events)
    context.judge(isKept(), {
      message: `An event that comes at once with others to an endpoint that stops answering must be delivered or retried (${burst.event} of ${nome}).`,
      expected: 'an attempt that is answered, or another one',
      actual: attempts.length === 0 ? 'no attempt at all' : 'one attempt, which was not answered',
      about: { 'came to the same endpoint': burst.webhook.endpoint.attempts },
    });
}

/** @param others those that were followed before, whose retries say how long one takes where time cannot be moved */
async function judgeHanging(context: CheckContext, others: readonly AnsweredDelivery[]): Promise<void> {
  const delivery = await hangingDelivery(context);
  await followHanging(context, delivery, mayTakeMs(others));
  const { contact, event, attempts, hang, isRetried } = delivery;
  context.judge(isRetried(), {
    message: `A delivery that hangs must be retried when the target has given it up (${event}).`,
    expected: 'another attempt',
    actual: `none after the target gave it up, which took it ${hang.givenUpAfterMs} ms`,
    about: { 'created what it is about': contact.answer, 'hung, and was not retried': attempts },
  });
}
