import { setTimeout as sleep } from 'node:timers/promises';
import { contactTypes } from '../../api/event-names.ts';
import { RETRY_DELAYS_MS, RETRY_JITTER } from '../../generated/limits.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { ClockShare } from '../../model/clock.ts';
import { type Finding, Skip } from '../../model/verdict.ts';
import { awaitDeliveries } from '../../scenarios/deliveries/await-deliveries.ts';
import { quiet } from '../../scenarios/deliveries/quiet.ts';
import { arrivalsOf, createContact, quietestCompany, refusingOwn } from '../../scenarios/resources/contact-life.ts';
import { createWebhook } from '../../scenarios/webhooks/create-webhook.ts';

/** Longer than any wait. */
const DAY_MS = 86_400_000;
/** How far before the end of a wait, and after it, the clock is moved to. */
const ROOM_MS = 2_000;
/** How far the suite's idea of the target's clock may be off. */
const BLUR_MS = 500;
/** The least real time to wait for a retry that comes too soon; more where earlier attempts took longer. */
const tooSoonWithinMs = { times: 3, atLeast: 50, atMost: 1_000 };
const ARRIVES_WITHIN_MS = 5_000;
/**
 * Real time in which the target notes the end of an attempt, from which the next wait counts: the clock must not be moved before. What is
 * late after the short one may be so because the end was noted after the move: it is measured again with the long one.
 */
const notesWithinMs = { short: 30, long: 1_000 };
/** Calls that the target answers while it is given time: a machine that is busy with others has not come to deliveries either. */
const ANSWERS_BETWEEN = 3;

/** DLV-10: as many retries as the contract has waits, each after about that long. */
export const dlv10: Check = check('DLV-10', { isolation: 'clock', weight: 2 }, async (context) => {
  const { clock } = context;
  if (clock === undefined) throw new Skip('the retries take hours: set controls.clock to move the target through them', 'no clock');
  const watched = context.some([...RETRY_DELAYS_MS.keys()]);
  if ((await follow(context, clock, watched, notesWithinMs.short)) === undefined) return;
  const late = await follow(context, clock, watched, notesWithinMs.long);
  if (late !== undefined) context.judge(false, late);
});

/**
 * Follows the retries of one event; answers what was late or missing.
 * @param watched which of the waits are looked at before they may end
 */
async function follow(
  context: CheckContext,
  clock: ClockShare,
  watched: readonly number[],
  notedWithinMs: number,
): Promise<Finding | undefined> {
  const company = quietestCompany(context);
  const { create } = contactTypes(context);
  const webhook = await createWebhook(context, company, [create], { script: refusingOwn(context) });
  const createdAt = Date.now();
  const contact = await createContact(context, company);
  const attempts = (): readonly number[] => arrivalsOf(webhook, create, contact).map(({ attempt }) => attempt.arrivedAt);
  await awaitDeliveries(context, webhook, () => attempts().length > 0);
  let slowestMs = (attempts()[0] ?? 0) - createdAt;
  for (const [index, waitMs] of RETRY_DELAYS_MS.entries()) {
    const retry = (): number | undefined => attempts()[index + 1];
    const comes = (withinMs: number): Promise<boolean> => webhook.endpoint.until(() => retry() !== undefined, withinMs);
    const ended = clock.shownAt(attempts()[index] ?? 0);
    const [earliestMs, latestMs] = [ended.fromMs + waitMs * (1 - RETRY_JITTER), ended.toMs + waitMs * (1 + RETRY_JITTER) + ROOM_MS];
    await sleep(notedWithinMs);
    await answers(context);
    if (watched.includes(index)) {
      await context.reach(earliestMs - ROOM_MS);
      await comes(Math.min(Math.max(tooSoonWithinMs.times * slowestMs, tooSoonWithinMs.atLeast), tooSoonWithinMs.atMost));
      await answers(context);
    }
    // The time in which the end of the attempt was noted passed before the wait began.
    await context.reach(latestMs + notedWithinMs);
    const movedAt = Date.now();
    const due = await comes(ARRIVES_WITHIN_MS);
    const cameAt = retry() ?? Number.POSITIVE_INFINITY;
    context.judge(clock.shownAt(cameAt).toMs >= earliestMs - BLUR_MS, {
      message: `Retry ${index + 1} must wait about ${waitMs / 1000} s.`,
      expected: `nothing within ${(earliestMs - ended.fromMs) / 1000} s`,
      actual: 'the retry',
    });
    if (!due)
      return {
        message: `Retry ${index + 1} must come after about ${waitMs / 1000} s.`,
        expected: `the retry within ${(latestMs - ended.toMs) / 1000} s`,
        actual: 'nothing',
      };
    // The first attempt came while other rules were prepared: where there is a retry, only retries say how long one takes.
    slowestMs = Math.max(index === 0 ? 0 : slowestMs, cameAt - movedAt);
  }
  await context.advance(DAY_MS);
  await quiet(context, [webhook], () => arrivalsOf(webhook, create, contact).map(({ attempt }) => attempt));
  const retries = attempts().length - 1;
  context.judge(retries === RETRY_DELAYS_MS.length, {
    message: 'There must be as many retries as the contract has waits.',
    expected: `${RETRY_DELAYS_MS.length} retries`,
    actual: `${retries} retries`,
  });
  return undefined;
}

async function answers(context: CheckContext): Promise<void> {
  for (let call = 0; call < ANSWERS_BETWEEN; call += 1) await context.send((await context.api()).call('listAzienda'));
}
