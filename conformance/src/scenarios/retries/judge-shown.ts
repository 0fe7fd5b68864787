import { contactTypes } from '../../api/event-names.ts';
import { isServed } from '../../api/requests.ts';
import { RETRIES_MAX } from '../../generated/limits.ts';
import { isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { type Json, memberOf } from '../../model/json.ts';
import type { Webhook } from '../../model/webhook.ts';
import { untilNoted } from '../../wait/due.ts';
import { arrivalsOf, awaitEvent, createContact, refusingOwn } from '../resources/contact-life.ts';
import { unlessRefused } from '../unless-refused.ts';
import { createWebhook } from '../webhooks/create-webhook.ts';
import { withdraw } from '../webhooks/registration.ts';
import { retriedDeliveries } from './retried-delivery.ts';
import { readUntil, type ShownDelivery, shown } from './shown-deliveries.ts';

/** A delivery that waits for a retry is pending, with a due time. One that was refused and then confirmed is delivered (EVT-14). */
export async function judgeStates(context: CheckContext): Promise<void> {
  const { waiting = [], confirmed = [] } = (await retriedDeliveries(context)) ?? {};
  const judge = (state: string, { type, views }: ShownDelivery, isRight: (delivery: Json | undefined) => boolean): void => {
    for (const [operation, delivery] of views) {
      context.judge(memberOf(delivery, 'state') === state && isRight(delivery), {
        message: `${operation} must show the state and attempts of each delivery (${type}), also of one that was refused at first.`,
        expected:
          state === 'pending'
            ? 'state pending, one attempt, and a nextAttemptAt'
            : 'state delivered, more than one attempt, and no nextAttemptAt',
        actual: shown(delivery),
      });
    }
  };
  for (const one of waiting) judgeHidden(context, one, 'that waits for a retry');
  for (const one of [...waiting, ...confirmed]) judgeAttempts(context, one, 'that was refused at first');
  for (const one of waiting)
    judge(
      'pending',
      one,
      (delivery) => memberOf(delivery, 'attemptCount') === 1 && typeof memberOf(delivery, 'nextAttemptAt') === 'string',
    );
  for (const one of confirmed)
    judge(
      'delivered',
      one,
      (delivery) => Number(memberOf(delivery, 'attemptCount')) > 1 && (memberOf(delivery, 'nextAttemptAt') ?? null) === null,
    );
}

/** An unconfirmed delivery is not shown as delivered, nor an ended one as pending, and each attempt is shown (EVT-14). */
export async function judgeEnded(context: CheckContext): Promise<void> {
  const { ended = [], missedAgain = [] } = (await retriedDeliveries(context)) ?? {};
  for (const one of ended) {
    const { type, how, attempts, statuses = [], cannotBe, read, views, isUnlisted } = one;
    judgeHidden(context, one, how);
    judgeAttempts(context, one, how);
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
      const shownAttempts = memberOf(delivery, 'attempts');
      const count = Number(memberOf(delivery, 'attemptCount'));
      const isWhole = attempts === undefined || count >= attempts;
      const isEach = attempts === undefined || !Array.isArray(shownAttempts) || shownAttempts.length === count;
      const shownStatuses = Array.isArray(shownAttempts) ? shownAttempts.map((attempt: Json) => memberOf(attempt, 'status')) : statuses;
      const unseen = statuses.find((status) => !shownStatuses.includes(status));
      context.judge(delivery === undefined || unseen === undefined, {
        message: `${operation} must show the status of each attempt (${type}, ${how}).`,
        expected: statuses.join(', '),
        actual: shownStatuses.map(String).join(', '),
      });
      const isPossible = !cannotBe.includes(String(memberOf(delivery, 'state')));
      context.judge(delivery === undefined || (isPossible && isWhole && isEach), {
        message: `${operation} must show the state and attempts of a delivery (${type}) ${how}.`,
        expected: `not ${cannotBe.join(' or ')}${attempts === undefined ? '' : `, at least ${attempts} attempts, each of them shown`}`,
        actual: shown(delivery),
      });
    }
  }
  const [missed] = missedAgain;
  context.judge(missed === undefined, {
    message: `A redelivery of an event (${missed?.type}) must come to the webhook ${missed?.to}, whatever happened at other webhooks.`,
    expected: 'another delivery',
    actual: 'nothing',
  });
}

function judgeHidden(context: CheckContext, { type, isShownToOther }: ShownDelivery, how: string): void {
  context.judge(!isShownToOther, {
    message: `getEvento must not show another user a delivery (${type}, ${how}) to a webhook that is not theirs.`,
    expected: 'no delivery to it',
    actual: 'the delivery',
  });
}

/** Each attempt shows when it began, its status, and why it was not confirmed. */
function judgeAttempts(context: CheckContext, { type, views }: ShownDelivery, how: string): void {
  for (const [operation, delivery] of views) {
    const attempts = memberOf(delivery, 'attempts');
    if (Array.isArray(attempts)) judgeEach(context, attempts, `${operation} must show`, `(${type}, ${how})`);
  }
}

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
  const waiting = await createWebhook(context, company, [create], { script: refusingOwn(context) });
  const confirming = await createWebhook(context, company, [create]);
  const contact = await createContact(context, company);
  const count = (webhook: Webhook): number => arrivalsOf(webhook, create, contact).length;
  const [{ evento }] = [await awaitEvent(context, waiting, create, contact), await awaitEvent(context, confirming, create, contact)];
  await untilNoted(context);
  const [refused, confirmed] = [count(waiting), count(confirming)];
  const answer = await context.send((await context.api()).call('redeliverEvento', { company, id: String(evento.eventGuid) }));
  const isSent = (): boolean => count(confirming) > confirmed;
  const came = isSuccess(answer) && (await confirming.endpoint.arrives(isSent, context.target.timing.deliveryWithinMs));
  // The control: a later event comes to the same webhook.
  const later = came ? await createContact(context, company) : undefined;
  if (later !== undefined) {
    await awaitEvent(context, waiting, create, later);
    await context.rest(() => waiting.endpoint.until(() => count(waiting) > refused, context.target.timing.quietMs));
    context.judge(count(waiting) > refused, {
      message: `A redelivery of ${create} must also come to a webhook for which the event waits for a retry.`,
      expected: 'another delivery, as to a webhook that had confirmed it',
      actual: 'nothing',
      about: { 'refused before': arrivalsOf(waiting, create, contact).map(({ attempt }) => attempt) },
    });
  }
  await withdraw(context, waiting, confirming);
}

/**
 * Judges that the log shows an attempt whose connection was refused (EVT-14), if the receiver has more than one port.
 * @throws Inconclusive if the target cannot reach them
 */
export async function judgeRefusedConnection(context: CheckContext): Promise<void> {
  if (!isServed(context, 'getEvento')) return;
  const [company] = context.target.companies;
  const { create } = contactTypes(context);
  const opened = await context.run.webhooks.openAside(context.rule);
  const webhook = opened && (await unlessRefused(createWebhook(context, company, [create], { at: opened })));
  if (opened === undefined || webhook === undefined) return;
  await awaitEvent(context, webhook, create, await createContact(context, company));
  await opened.port.shut();
  // The control: another webhook receives the same event.
  const control = await createWebhook(context, company, [create]);
  const { evento } = await awaitEvent(context, control, create, await createContact(context, company));
  const countOf = (delivery: Json | undefined): number => Number(memberOf(delivery, 'attemptCount'));
  const delivery = await readUntil(context, company, webhook, String(evento.eventGuid), (one) => countOf(one) >= 1);
  await withdraw(context, webhook, control);
  const attempts = memberOf(delivery, 'attempts');
  const isNoted = attempts === undefined || (Array.isArray(attempts) && attempts.length === countOf(delivery));
  context.judge(delivery === undefined || (countOf(delivery) >= 1 && isNoted), {
    message: `getEvento must show an attempt (${create}) whose connection was refused.`,
    expected: 'at least one attempt, each of them shown',
    actual: shown(delivery),
  });
}
