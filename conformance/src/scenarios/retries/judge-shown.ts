import { RETRIES_MAX } from '../../generated/limits.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { type Json, memberOf } from '../../model/json.ts';
import { retriedDeliveries } from './retried-delivery.ts';
import { type ShownDelivery, shown } from './shown-deliveries.ts';

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
