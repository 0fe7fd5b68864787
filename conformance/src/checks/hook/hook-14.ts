import { contactTypes } from '../../api/event-names.ts';
import { idOf } from '../../api/identity.ts';
import { isServed } from '../../api/requests.ts';
import { isSuccess } from '../../http/answer.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { Inconclusive } from '../../model/verdict.ts';
import type { Attempt, Webhook } from '../../model/webhook.ts';
import { eventoOf } from '../../receiver/attempt.ts';
import { isSignedBy } from '../../scenarios/deliveries/signed-by.ts';
import { firedEvents } from '../../scenarios/events/fired-events.ts';
import { judgeReceived } from '../../scenarios/events/followed-webhooks.ts';
import { refusingOwn } from '../../scenarios/resources/contact-life.ts';
import { type DeliveredEvent, fireEvent, fireForEach } from '../../scenarios/subscriptions/delivered-event.ts';
import { audiences, registerEach } from '../../scenarios/webhooks/audiences.ts';
import {
  creationCall,
  draftWebhook,
  type Registration,
  register,
  registered,
  update,
  updateCall,
} from '../../scenarios/webhooks/registration.ts';
import { webhookCapabilities } from '../../scenarios/webhooks/webhook-capabilities.ts';
import { listedWebhooks, viewsOfAll } from '../../scenarios/webhooks/webhook-view.ts';
import { nothing } from '../../wait/arrives.ts';
import { times } from '../../wait/times.ts';

/** An attempt that may have been on its way when the webhook was deleted. */
const UNDER_WAY = 1;
/** The most moves of the clock. */
const MOST_MOVES = 8;

/** HOOK-14: DELETE removes the webhook: it is no longer listed, and nothing is delivered to it. */
export const hook14: Check = check('HOOK-14', { isolation: 'clock', weight: 2, awaitsDelivery: true }, async (context) => {
  // None of them confirms, so that retries are due when they are deleted.
  const options = { events: [contactTypes(context).create], script: refusingOwn(context) };
  const fresh = await registerEach(context, await audiences(context), options);
  const [changed, kept] = [
    await register(context, await draftWebhook(context, options)),
    await register(context, await draftWebhook(context, options)),
  ];
  const other = await withSameUrl(context, fresh[0]);
  const pair = other ? [fresh[0], other] : [];
  const { moves } = await webhookCapabilities(context);
  await update(context, changed, { Description: `${changed.endpoint.name} changed`, ...(moves && { AziendaId: null }) });
  const deleted = [...fresh, changed];
  // The control: before the deletion all of them get the event of a contact.
  const before = await fireForEach(context, [...deleted, kept, ...pair], true);
  if ([...deleted, kept].some((webhook) => before.deliveries(webhook).length === 0))
    throw new Inconclusive('not every webhook received an event before the deletion');
  // The source does not say that each of two webhooks with one Url must get an event.
  const arrives = (): boolean => other !== undefined && deliveriesOf(context, other, pair, before).length > 0;
  const othersArrive = await context.idle(() => fresh[0].endpoint.until(arrives, other ? context.target.timing.quietMs : 0));
  await deleteRightly(context, deleted);
  await judgeGone(context, deleted);

  const after: DeliveredEvent[] = [];
  for (const company of context.target.companies) after.push(await fireEvent(context, company === kept.company ? [kept] : [], company));
  const arrived = (webhook: Webhook): readonly Attempt[] => after.flatMap((event) => deliveriesOf(context, webhook, pair, event));
  // A target may hold back an event behind those that the webhook refused. Then it comes to neither of the remaining webhooks.
  if (other && othersArrive && arrived(kept).length > 0)
    await judgeOther(context, other, () => arrived(other).length > 0, 'the event of a contact that was created after the deletion');
  const retried = (webhook: Webhook): readonly Attempt[] => deliveriesOf(context, webhook, pair, before);
  const tried = new Map(deleted.map((webhook) => [webhook, retried(webhook).length]));
  const othersRetries = (): number => (other ? retried(other).length : 0);
  const othersTried = othersRetries();
  const due = await letRetriesCome(context, kept, before);
  if (other && othersArrive && due)
    await judgeOther(context, other, () => othersRetries() > othersTried, 'a retry of an event that it refused before');
  const until = new Map(deleted.map((webhook) => [webhook, retried(webhook).length]));
  // Only after retries fell due is it certain that no earlier attempt is still on its way.
  const again = due && (await isDeliveredAgain(context, kept, before));
  await nothing(context, [kept, ...deleted], () => deleted.flatMap((webhook) => [...arrived(webhook), ...retried(webhook)]));
  for (const webhook of deleted) {
    const which = webhook === changed ? ' that a PUT had changed' : '';
    context.judge(arrived(webhook).length === 0, {
      message: `Nothing may be delivered to a deleted webhook${which}.`,
      expected: 'no delivery',
      actual: 'the event of a contact that was created after the deletion',
    });
    const asked = retried(webhook).length - (until.get(webhook) ?? 0);
    context.judge(!again || asked === 0, {
      message: `A redelivered event must not come to a deleted webhook${which}.`,
      expected: 'no delivery',
      actual: 'an event that it got before its deletion',
    });
    const retries = retried(webhook).length - asked - (tried.get(webhook) ?? 0);
    context.judge(!due || retries <= UNDER_WAY, {
      message: `A retry must not come to a deleted webhook${which}.`,
      expected: 'no retry',
      actual: `${retries} retries that fell due after the deletion`,
    });
  }
  await context.part('events of operations other than those on contacts', async () =>
    judgeReceived(context, (await firedEvents(context)).received),
  );
  // Once more at the end, when other rules create few webhooks. That exposes a list that is cached until the next creation.
  await deleteRightly(context, [kept, ...(other ? [other] : []), await register(context, await draftWebhook(context))]);
});

/** Reads each webhook and its list before the deletion, since a cached copy might still be shown afterwards. */
async function deleteRightly(context: CheckContext, webhooks: readonly Webhook[]): Promise<void> {
  if (!context.isQuick) await viewsOfAll(context, webhooks);
  for (const webhook of webhooks) {
    const { company, id } = webhook;
    const answer = await context.sendRightful((await context.api()).call('deleteWebhook', { company, id }));
    context.judge(isSuccess(answer), {
      message: 'The deletion of a webhook must be accepted.',
      expected: '2xx',
      actual: String(answer.status),
    });
    const entries = context.isQuick ? [] : await listedWebhooks(context, webhook);
    context.judge(!entries?.some((entry) => idOf(entry, 'webhook') === id), {
      message: 'A webhook must no longer be listed right after its deletion.',
      expected: 'not listed',
      actual: 'listed',
    });
  }
}

/** A late PUT to one of them must not bring it back, whatever it is answered. */
async function judgeGone(context: CheckContext, deleted: readonly Registration[]): Promise<void> {
  const [put] = deleted;
  if (put !== undefined) await context.send(await updateCall(context, put, { token: put.concurrencyToken }));
  const still = (await viewsOfAll(context, deleted)).map(({ how, webhook }) => (webhook === put ? `${how}, after a late PUT` : how));
  context.judge(still.length === 0, {
    message: 'A deleted webhook must no longer be shown.',
    expected: 'neither by GET nor by the list',
    actual: `by ${[...new Set(still)].join(' and ')}`,
  });
}

async function judgeOther(context: CheckContext, other: Webhook, came: () => boolean, what: string): Promise<void> {
  await context.idle(() => other.endpoint.arrives(came, context.target.timing.deliveryWithinMs));
  context.judge(came(), {
    message: 'A webhook must still receive its events after another webhook with its Url was deleted.',
    expected: what,
    actual: 'nothing',
  });
}

/** Asks for the redelivery of an event that all of them got. Answers whether it came to the webhook that was kept. */
async function isDeliveredAgain(context: CheckContext, kept: Webhook, before: Pick<DeliveredEvent, 'deliveries'>): Promise<boolean> {
  const { company, endpoint } = kept;
  const [first, ...others] = before.deliveries(kept);
  if (first === undefined || !isServed(context, 'redeliverEvento')) return false;
  const id = String(eventoOf(first)?.eventGuid);
  const answer = await context.send((await context.api()).call('redeliverEvento', { company, id }));
  if (!isSuccess(answer)) return false;
  const came = (): boolean => before.deliveries(kept).length > others.length + 1;
  return await context.rest(() => endpoint.arrives(came, context.target.timing.deliveryWithinMs));
}

/** Answers whether the webhook that was kept got more retries than can have been on their way before the deletion. */
async function letRetriesCome(context: CheckContext, kept: Webhook, before: Pick<DeliveredEvent, 'deliveries'>): Promise<boolean> {
  const came = (): number => before.deliveries(kept).length;
  const enough = came() + UNDER_WAY + 1;
  for (let move = 0; context.clock !== undefined && move < MOST_MOVES && came() < enough; move += 1) {
    const count = came();
    await context.advance(times.retryMoveMs);
    await context.rest(() => kept.endpoint.until(() => came() > count, times.betweenRetriesMs));
    // The target needs time to note the refusal before the clock moves on.
    await context.rest(() => kept.endpoint.until(() => came() >= enough, times.notedMs));
  }
  if (came() >= enough) return true;
  const missing = context.clock === undefined ? 'set controls.clock' : 'too few came to the webhook that was kept';
  context.leaveUnjudged(`retries of events that a webhook refused before its deletion: ${missing}`);
  return false;
}

/** Creates a second webhook with the same Url; undefined if the target refuses it. */
async function withSameUrl(context: CheckContext, { company, endpoint, url, body }: Registration): Promise<Registration | undefined> {
  const draft = { company, endpoint, url, body: { ...body, Description: `${endpoint.name} second` } };
  const answer = await context.send(await creationCall(context, draft));
  return isSuccess(answer) ? registered(context, draft, answer) : undefined;
}

/** The attempts to deliver to a webhook. If two webhooks share a Url, only the signature tells whose attempt it is. */
function deliveriesOf(
  context: CheckContext,
  webhook: Webhook,
  pair: readonly Webhook[],
  { deliveries }: Pick<DeliveredEvent, 'deliveries'>,
): readonly Attempt[] {
  const other = pair.includes(webhook) ? pair.find((one) => one !== webhook) : undefined;
  const isOwn = (attempt: Attempt): boolean => isSignedBy(context, webhook.secret, attempt) === true;
  return deliveries(webhook).filter(
    (attempt) => other === undefined || (isOwn(attempt) && isSignedBy(context, other.secret, attempt) !== true),
  );
}
