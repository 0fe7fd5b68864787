import { typeFiredBy } from '../../api/event-names.ts';
import { createdId } from '../../api/identity.ts';
import { type Resource, resources } from '../../generated/resources.ts';
import { isReplayed, isSuccess } from '../../http/answer.ts';
import { isSameRequest, withoutHeader } from '../../http/call.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext, PartNeeds } from '../../model/check-context.ts';
import type { Webhook } from '../../model/webhook.ts';
import { isAboutId, toldId } from '../../scenarios/deliveries/about-object.ts';
import { arrivalsAt } from '../../scenarios/deliveries/arrivals.ts';
import { almostADay, firstRequests, overADay, sentLater } from '../../scenarios/idempotency/aged-keys.ts';
import { inWords, judgeExecuted, judgeNotReplayed, judgeReplay, sameAnswer } from '../../scenarios/idempotency/answers.ts';
import { settled } from '../../scenarios/idempotency/effects.ts';
import { judgeDeletionsUnder } from '../../scenarios/idempotency/keys-of-deletions.ts';
import {
  anotherCall,
  firstUse,
  firstUses,
  freshCall,
  leftAlone,
  repeatableOperations,
  type Use,
  withKey,
} from '../../scenarios/idempotency/use.ts';
import { watchEvents } from '../../scenarios/webhooks/observer.ts';
import { whileArriving } from '../../wait/arrives.ts';

/** An event that a request under a key that is new again must fire. */
interface Due {
  readonly type: string;
  readonly resource: Resource;
  readonly id: string;
}

/** IDEM-12: after 24 hours the key is new: the request is executed again, and so is another. */
export const idem12: Check = check('IDEM-12', { isolation: 'clock', weight: 1 }, async (context) => {
  const aged: PartNeeds = { from: 'standard', needs: 'clock' };
  const [creation] = repeatableOperations(context).filter(({ effect }) => effect.kind === 'create');
  const watched = await context.part('events', aged, () => watchEvents(context, context.target.companies[0]));
  // An object accepts these once, or with one token. They are repeated unchanged when their keys are new again.
  const taken = repeatableOperations(context).filter(({ effect }) => effect.kind === 'update' || effect.once === true);
  const repeated = (await context.part('requests that are repeated', aged, () => firstUses(context, taken))) ?? [];
  const spare = creation && (await context.part('deletions', aged, () => firstUse(context, creation)));
  const keyed = await firstRequests(context);
  await almostADay(context, keyed);
  // A retry must not renew a key. IDEM-03 judges whether it is replayed.
  const replayed = new Set<Use>();
  for (const use of keyed.uses) {
    const retry = await context.send(use.call);
    if (isReplayed(retry) && sameAnswer(use.original, retry)) replayed.add(use);
  }
  await overADay(context, keyed);
  const [since, due]: [number, Due[]] = [Date.now(), []];
  for (const [index, use] of keyed.uses.entries())
    await context.part(use.one.operation, async () => {
      const fired = await judgeUse(context, use, index % 2 === 1, replayed.has(use));
      if (fired !== undefined) due.push(fired);
    });
  for (const use of repeated) await context.part(use.one.operation, () => judgeRepeatedLater(context, use));
  if (spare !== undefined) await judgeDeletionsUnder(context, spare.key, 'of more than 24 hours ago');
  if (watched !== undefined) await judgeFired(context, watched.webhook, since, due);
  await watched?.end();
});

/**
 * Judges the same call again, or another one if the object has changed or accepts the call only once.
 * @param isAnother whether another request uses the key, if the object would accept the same one
 * @param wasReplayed whether a retry was replayed within the 24 hours
 * @returns the event that must come
 */
async function judgeUse(context: CheckContext, use: Use, isAnother: boolean, wasReplayed: boolean): Promise<Due | undefined> {
  const { operation, effect } = use.one;
  const again = effect.once
    ? await freshCall(context, use.one, use.key)
    : effect.kind === 'update' || (effect.kind === 'create' && isAnother)
      ? await anotherCall(context, use, use.key)
      : use;
  const answer = await sentLater(context, again.call);
  // If the target refuses it without a key too, the key is not the reason.
  const isRightful = isSuccess(answer) || isSuccess(await sentLater(context, withoutHeader(again.call, 'Idempotency-Key')));
  if (isRightful) judgeExecuted(context, answer, `The same request (${operation}) under a key of 24 hours and a minute ago`);
  if (!isSuccess(answer)) return undefined;
  // It is the first request of a new key, so that its retry is replayed.
  const retry = await sentLater(context, again.call);
  if (wasReplayed && isRightful && !isReplayed(answer))
    judgeReplay(context, operation, answer, retry, 'A retry under a key that is new again');
  if (again !== use && !isSameRequest(again.call, use.call))
    judgeNotReplayed(context, await sentLater(context, use.call), `The old request (${operation}) under a key that is new again`);
  const type = typeFiredBy(operation, context.target);
  const resource = resources[effect.of ?? effect.resource];
  const id = effect.kind === 'create' ? createdId(answer, resource.setting) : (again.object ?? use.object)?.id;
  return type === undefined || id === undefined ? undefined : { type, resource, id };
}

/** Judges the types that the webhook received before: which types a target fires, and whether they name their object, is its choice. */
async function judgeFired(context: CheckContext, webhook: Webhook, since: number, due: readonly Due[]): Promise<void> {
  const isKnown = ({ type, resource }: Due): boolean =>
    arrivalsAt(webhook).some(
      ({ attempt, evento }) => attempt.arrivedAt < since && evento.type === type && toldId(context, resource, evento) !== undefined,
    );
  const hasCome = ({ type, resource, id }: Due): boolean =>
    arrivalsAt(webhook).some(
      ({ attempt, evento }) => attempt.arrivedAt >= since && evento.type === type && isAboutId(context, resource, id, evento),
    );
  const known = due.filter(isKnown);
  // If other checks keep deliveries coming, one that is caused now shows which must have arrived.
  const hasSettled = (await whileArriving(context, [webhook], () => known.every(hasCome))) || (await settled(context, webhook));
  if (!hasSettled) return context.leaveUnjudged('whether every event arrived: other deliveries were still arriving');
  const types = [...new Set(known.filter((one) => !hasCome(one)).map(({ type }) => type))].join(', ');
  context.judge(types === '', {
    message: 'A request under a key of 24 hours and a minute ago must fire its event, as any other.',
    expected: types,
    actual: 'no event about its object',
  });
}

/**
 * Judges that an operation which an object accepts only once, or with another token, is refused when it is repeated under a key that is new
 * again, as it is under an unused one (IDEM-12).
 */
async function judgeRepeatedLater(context: CheckContext, { one, call, object }: Use): Promise<void> {
  await leftAlone(context, object, `${one.operation} that was refused`, async () => {
    const answer = await sentLater(context, call);
    const control = await sentLater(context, withKey(call, context.freshKey()));
    if (isSuccess(control)) return false;
    context.judge(!isSuccess(answer) && !isReplayed(answer), {
      message: `${one.operation}, repeated under a key of more than 24 hours ago, must be refused as under a new one.`,
      expected: `a refusal such as ${control.status}, not marked as replayed`,
      actual: inWords(answer),
    });
    return true;
  });
}
