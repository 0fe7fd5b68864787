import type { CheckContext } from '../../model/check-context.ts';
import { Inconclusive } from '../../model/verdict.ts';
import type { Attempt, Reply, Webhook } from '../../model/webhook.ts';
import { HangingConnection } from '../../receiver/hanging-connection.ts';
import { times } from '../../wait/times.ts';
import { oncePerRun } from '../once-per-run.ts';
import { quietestCompany } from '../resources/contact-life.ts';
import { unlessRefused } from '../unless-refused.ts';
import { observerOf } from '../webhooks/observer.ts';
import { type Answering, awaitFirst, type Delivery, listen } from './delivery.ts';
import { creation } from './event-trigger.ts';
import { awaitLate, fireWitness, followRetries } from './followed-retries.ts';

/** A delivery whose first attempt hangs until the target gives it up by itself. A retry is due then. */
export interface HangingDelivery {
  readonly delivery: Delivery;
  readonly hang: HangingConnection;
}

/** Started once per run. @throws Inconclusive when nothing is delivered that could hang */
export const hangingDelivery: (context: CheckContext) => Promise<HangingDelivery> = oncePerRun(async (context) => {
  const company = quietestCompany(context);
  const witness = await observerOf(context, company);
  const trigger = creation(context, company);
  const answers = hanging(context);
  // Another rule follows its retries too.
  const [delivery] = await listen(context, company, [trigger.type()], [{ trigger, answering: answers }], { lasting: true });
  if (delivery === undefined) throw new Inconclusive('there is no delivery that could hang');
  await trigger.act();
  await awaitFirst(context, delivery);
  delivery.witness = witness;
  delivery.confirmedAfter = 2;
  delivery.isDue = () => !answers.isRetried();
  await endWhereBlocking(context, witness, answers.hang);
  return { delivery, hang: answers.hang };
}, 'a lost answer');

/**
 * Lets the first attempt hang, and refuses later ones. Confirms them if the suite itself had to end the connection.
 * @param beginsWith the status of an answer that begins and does not end; by default no answer begins
 */
export function hanging(
  context: CheckContext,
  beginsWith?: number,
): Answering & { readonly hang: HangingConnection; readonly isRetried: () => boolean } {
  const hang = new HangingConnection();
  let firstAt: number | undefined;
  let retried = false;
  const replies = (_index: number, { arrivedAt }: Attempt): Reply => {
    if (firstAt === undefined) hang.begin(context.target.timing.hangAtMostMs);
    else if (hang.overAt !== undefined || arrivedAt - firstAt > times.duplicateOfHangingMs) {
      retried = true;
      // The target may retry without ending the connection.
      hang.end('given up');
    }
    firstAt ??= arrivedAt;
    if (hang.overAt === undefined) return { hang, ...(beginsWith !== undefined && { beginsWith }) };
    return { status: hang.givenUpAfterMs === undefined ? 204 : 500 };
  };
  return { name: 'a connection that hangs', replies, hang, isRetried: () => retried };
}

/** Ends the hang if the target makes only one attempt at a time: otherwise no other rule would get its deliveries. */
export async function endWhereBlocking(
  context: CheckContext,
  { endpoint }: Pick<Webhook, 'endpoint'>,
  hang: HangingConnection,
): Promise<void> {
  const isOther = await fireWitness(context);
  const came = endpoint.arrives(() => endpoint.attempts.some(isOther), context.target.timing.deliveryWithinMs);
  const goesOn = await context.idle(() => Promise.race([came, hang.over.then(() => true)]));
  if (!goesOn) hang.end('blocking');
}

/** Waits until it no longer hangs. The target's clock stands still meanwhile, because an event that is days old need not be retried. */
export async function untilOver(context: CheckContext): Promise<void> {
  const hanging = await unlessRefused(hangingDelivery(context));
  await context.idle(async () => await hanging?.hang.over);
}

/**
 * Follows a delivery that no longer hangs until its next attempt comes, or has had time to come.
 * @param mayTakeMs the real time that a retry takes at this target, if it is longer than the configuration says
 * @throws Inconclusive if the target does not give it up, or is too slow to tell whether an attempt comes
 */
export async function followHanging(context: CheckContext, { delivery, hang }: HangingDelivery, mayTakeMs: number): Promise<void> {
  const end = await hang.over;
  if (end !== 'given up') throw new Inconclusive(whyUntold(context, end));
  if (!delivery.isDue()) return;
  if (context.clock !== undefined) return void (await followRetries(context, [delivery]));
  const leftMs = (hang.overAt ?? 0) + Math.max(mayTakeMs, context.target.timing.retryWithinMs) - Date.now();
  await context.rest(() => delivery.endpoint.until(() => !delivery.isDue(), Math.max(0, leftMs)));
  await awaitLate(context, [delivery]);
}

function whyUntold({ target }: CheckContext, end: 'at the limit' | 'blocking'): string {
  const { hangAtMostMs, deliveryWithinMs } = target.timing;
  return end === 'at the limit'
    ? `the target had not given up a hanging delivery after ${hangAtMostMs} ms, so no retry was due: raise timing.hangAtMostMs above the target's own timeout`
    : `the target delivers nothing else while one delivery hangs, so the suite confirmed that one after ${deliveryWithinMs} ms to free the other rules: raise timing.deliveryWithinMs above the target's own timeout`;
}
