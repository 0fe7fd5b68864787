import { type Check, check } from '../../model/check.ts';
import { SILENT_FOR_MS } from '../../scenarios/retries/answer-plan.ts';
import { answeredDeliveries, mayStillCome, tooEarly } from '../../scenarios/retries/answered-deliveries.ts';

/** DLV-03: no answer is retried: a connection that is refused, reset, or closed without one, or that says nothing until it is cut. */
export const dlv03: Check = check('DLV-03', { isolation: 'clock', weight: 1, awaitsDelivery: true }, async (context) => {
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
  context.leaveUnjudged(`whether a target ends a connection that hangs: the suite cuts a silent one itself, after ${SILENT_FOR_MS} ms`);
});
