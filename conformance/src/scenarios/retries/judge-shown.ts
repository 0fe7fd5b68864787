import { contactTypes } from '../../api/event-names.ts';
import { isServed } from '../../api/requests.ts';
import { RETRIES_MAX } from '../../generated/limits.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { type Json, memberOf } from '../../model/json.ts';
import { untilNoted } from '../../wait/due.ts';
import { withdraw } from '../webhooks/registration.ts';
import { confirms, refuses } from './answers.ts';
import { allAnswered, awaitFirst, listen, listenAside, redeliver } from './delivery.ts';
import type { JudgedDelivery } from './ended-deliveries.ts';
import { creation } from './event-trigger.ts';
import { retriedDeliveries } from './retried-delivery.ts';
import { readUntil, shown } from './shown-deliveries.ts';

/**
 * A delivery that waits is pending, with a due time. A confirmed one is delivered, an unconfirmed one is not, and an ended one is not
 * pending. Each attempt is shown, with what came of it (EVT-14).
 */
export async function judgeShown(context: CheckContext): Promise<void> {
  const { shown: all = [], missedAgain: [missed] = [] } = (await retriedDeliveries(context)) ?? {};
  for (const one of all) judgeDelivery(context, one);
  context.judge(missed === undefined, {
    message: `A redelivery of an event (${missed?.type}) must come to the webhook ${missed?.to}, whatever happened at other webhooks.`,
    expected: 'another delivery',
    actual: 'nothing',
  });
}

const states = ['pending', 'delivered', 'failed'];

function judgeDelivery(context: CheckContext, one: JudgedDelivery): void {
  const { type, how, attempts = 0, statuses, cannotBe, isPresent = false, read, views, isUnlisted, isShownToOther } = one;
  context.judge(!isShownToOther, {
    message: `getEvento must not show another user a delivery (${type}, ${how}) to a webhook that is not theirs.`,
    expected: 'no delivery to it',
    actual: 'the delivery',
  });
  // The list was read after the event itself, so a pending delivery may have ended since.
  const [state, listed] = (['getEvento', 'listEvento'] as const).map((operation) =>
    memberOf(views.find(([by]) => by === operation)?.[1], 'state'),
  );
  context.judge(read === undefined || listed === undefined || state === 'pending' || listed === state, {
    message: `listEvento must show a delivery (${type}) ${how} in the same state as getEvento.`,
    expected: `state ${state}`,
    actual: `state ${listed}`,
  });
  context.judge(read === undefined || !isUnlisted, {
    message: `listEvento must show an event (${type}, ${how}) as long as getEvento does.`,
    expected: 'an entry',
    actual: 'none on any page',
  });
  for (const [operation, delivery] of views) {
    if (delivery === undefined && !isPresent) continue;
    const each = memberOf(delivery, 'attempts');
    if (Array.isArray(each)) judgeEach(context, each, `${operation} must show`, `(${type}, ${how})`);
    const shownStatuses = Array.isArray(each) ? each.map((attempt: Json) => memberOf(attempt, 'status')) : statuses;
    const unseen = statuses?.find((status) => !shownStatuses?.includes(status));
    context.judge(unseen === undefined, {
      message: `${operation} must show the status of each attempt (${type}, ${how}).`,
      expected: String(statuses),
      actual: String(shownStatuses),
    });
    const [is, count, next = null] = ['state', 'attemptCount', 'nextAttemptAt'].map((name) => memberOf(delivery, name));
    const isPossible = (!isPresent || states.includes(String(is))) && !cannotBe.includes(String(is));
    const isWhole = Number(count) >= attempts && (!isPresent || is !== 'pending' || count === attempts);
    const isEach = attempts === 0 || !Array.isArray(each) || each.length === count;
    const isTimed = !isPresent || (is === 'pending' ? typeof next === 'string' : next === null);
    context.judge(isPossible && (attempts === 0 || isWhole) && isEach && isTimed, {
      message: `${operation} must show the state and attempts of a delivery (${type}) ${how}.`,
      expected: `not ${cannotBe.join(' or ')}, at least ${attempts} attempts, each of them shown, and a nextAttemptAt only while it is pending`,
      actual: shown(delivery),
    });
  }
}

/** Each attempt shows when it began, its status, and why it was not confirmed. */
function judgeEach(context: CheckContext, attempts: readonly Json[], must: string, which: string): void {
  for (const attempt of attempts) {
    const [status, error] = [memberOf(attempt, 'status') ?? null, memberOf(attempt, 'error') ?? null];
    const isStatus = typeof status === 'number' && status >= 100 && status <= 599;
    const isConfirmed = isStatus && status >= 200 && status <= 299;
    context.judge((status === null || isStatus) && (isConfirmed ? error === null : typeof error === 'string' && error !== ''), {
      message: `${must} the status of each attempt ${which}, and why it was not confirmed.`,
      expected: 'the status of the answer or null, and an error unless it is 2xx',
      actual: shown(attempt),
    });
  }
  const begun = attempts.map((attempt: Json) => Date.parse(String(memberOf(attempt, 'startedAt'))));
  // A redelivery after all retries may begin in the same second as the last retry.
  const retried = begun.slice(0, RETRIES_MAX + 1);
  const isOrdered = begun.every((moment, index) => moment >= (begun[index - 1] ?? Number.NEGATIVE_INFINITY));
  context.judge(isOrdered && (retried.length < 2 || (retried.at(-1) ?? 0) > (retried[0] ?? 0)), {
    message: `${must} when each attempt ${which} began, oldest first.`,
    expected: 'a startedAt for each, the last retry later than the first attempt',
    actual: shown(attempts.map((attempt: Json) => memberOf(attempt, 'startedAt') ?? null)),
  });
}

/** Judges that a redelivery on demand comes at once even to a webhook for which the event waits for a retry (EVT-14). */
export async function judgeAskedWhileWaiting(context: CheckContext): Promise<void> {
  if (!isServed(context, 'redeliverEvento')) return;
  const [company] = context.target.companies;
  const { create } = contactTypes(context);
  const [trigger, control] = [creation(context, company), creation(context, company)];
  const asked = [{ trigger, answering: refuses }, ...allAnswered([control], confirms)];
  const [waiting, later] = await listen(context, company, [create], asked);
  const [confirmed] = await listen(context, company, [create], allAnswered([trigger], confirms));
  if (waiting === undefined || later === undefined || confirmed === undefined) return;
  await trigger.act();
  await awaitFirst(context, waiting, confirmed);
  await untilNoted(context);
  const again = waiting.anew(confirms);
  // Waiting for the other webhook alone is short enough that no retry falls due meanwhile.
  const [other] = await redeliver(context, [confirmed], confirms);
  if (other !== undefined && other.again.attempts.length > 0) {
    // The control: a later event comes to the same webhook.
    await control.act();
    await awaitFirst(context, later);
    await context.rest(() => again.endpoint.until(() => again.attempts.length > 0, context.target.timing.quietMs));
    context.judge(again.attempts.length > 0, {
      message: `A redelivery of ${create} must also come to a webhook for which the event waits for a retry.`,
      expected: 'another delivery, as to a webhook that had confirmed it',
      actual: 'nothing',
      about: { 'refused before': waiting.attempts },
    });
  }
  await withdraw(context, waiting.webhook, confirmed.webhook);
}

/**
 * Judges that the log shows an attempt whose connection was refused (EVT-14), if the receiver has more than one port.
 * @throws Inconclusive if the target cannot reach them
 */
export async function judgeRefusedConnection(context: CheckContext): Promise<void> {
  if (!isServed(context, 'getEvento')) return;
  const [company] = context.target.companies;
  const { create } = contactTypes(context);
  const [reached, refused] = [creation(context, company), creation(context, company)];
  const aside = await listenAside(context, company, [reached, refused], confirms);
  if (aside === undefined) return;
  const [first] = aside.deliveries;
  await reached.act();
  await awaitFirst(context, first);
  await aside.port.shut();
  // The control: another webhook receives the same event.
  const [control] = await listen(context, company, [create], allAnswered([refused], confirms));
  if (control === undefined) return;
  await refused.act();
  await awaitFirst(context, control);
  const [guid = ''] = control.guids;
  const countOf = (delivery: Json | undefined): number => Number(memberOf(delivery, 'attemptCount'));
  const delivery = await readUntil(context, company, first.webhook, guid, (one) => countOf(one) >= 1);
  await withdraw(context, first.webhook, control.webhook);
  const attempts = memberOf(delivery, 'attempts');
  const isNoted = attempts === undefined || (Array.isArray(attempts) && attempts.length === countOf(delivery));
  context.judge(delivery === undefined || (countOf(delivery) >= 1 && isNoted), {
    message: `getEvento must show an attempt (${create}) whose connection was refused.`,
    expected: 'at least one attempt, each of them shown',
    actual: shown(delivery),
  });
}
