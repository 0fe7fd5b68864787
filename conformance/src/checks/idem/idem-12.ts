import { typeFiredBy } from '../../api/event-names.ts';
import { createdId } from '../../api/identity.ts';
import { type Resource, resources } from '../../generated/resources.ts';
import { isReplayed, isSuccess } from '../../http/answer.ts';
import { isSameRequest, withHeader, withoutHeader } from '../../http/call.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext, PartNeeds } from '../../model/check-context.ts';
import type { Answer } from '../../model/exchange.ts';
import type { Webhook } from '../../model/webhook.ts';
import type { Evento } from '../../receiver/attempt.ts';
import { isAboutId, toldId } from '../../scenarios/deliveries/about-object.ts';
import { arrivalsAt } from '../../scenarios/deliveries/arrivals.ts';
import { almostADay, firstRequests, overADay, sentLater } from '../../scenarios/idempotency/aged-keys.ts';
import { judgeReplay, sameAnswer } from '../../scenarios/idempotency/keyed-case.ts';
import { anotherCall, atEach, firstUse, freshCall, type KeyedUse, repeatableOperations } from '../../scenarios/idempotency/keyed-use.ts';
import { agedDeletions, judgeDeleted } from '../../scenarios/idempotency/keys-of-deletions.ts';
import { settled } from '../../scenarios/idempotency/settled.ts';
import { judgeSameState, shownState } from '../../scenarios/idempotency/shown-state.ts';
import { watchEvents } from '../../scenarios/webhooks/observer.ts';
import { whileArriving } from '../../wait/arrives.ts';

interface Due {
  readonly type: string;
  readonly resource: Resource;
  readonly id: string;
}

/** The events of requests under keys that are new again. */
class EventsOfNewKeys {
  readonly #context: CheckContext;
  readonly #observer: Webhook | undefined;
  /** The events that arrived before. */
  readonly #seen: readonly Evento[];
  readonly #since = Date.now();
  readonly #due: Due[] = [];

  constructor(context: CheckContext, observer: Webhook | undefined) {
    this.#context = context;
    this.#observer = observer;
    this.#seen = (observer ? arrivalsAt(observer) : []).map(({ evento }) => evento);
  }

  /** @param answer to the request that was executed again */
  expect({ one, object }: KeyedUse, answer: Answer): void {
    const { operation, effect } = one;
    const type = typeFiredBy(operation, this.#context.target);
    const resource = resources[effect.of ?? effect.resource];
    const id = effect.kind === 'create' ? createdId(answer, resource.setting) : object?.id;
    if (type !== undefined && id !== undefined) this.#due.push({ type, resource, id });
  }

  /** Judges the types that the webhook received before: which types a target fires, and whether they name their object, is its choice. */
  async judge(what: string): Promise<void> {
    const observer = this.#observer;
    if (observer === undefined) return;
    const due = this.#due.filter(({ type, resource }) =>
      this.#seen.some((evento) => evento.type === type && toldId(this.#context, resource, evento) !== undefined),
    );
    const hasCome = ({ type, resource, id }: Due): boolean =>
      arrivalsAt(observer).some(
        ({ attempt, evento }) => attempt.arrivedAt >= this.#since && evento.type === type && isAboutId(this.#context, resource, id, evento),
      );
    // If other checks keep deliveries coming, one that is caused now shows which must have arrived.
    const hasSettled =
      (await whileArriving(this.#context, [observer], () => due.every(hasCome))) || (await settled(this.#context, observer));
    if (!hasSettled) return this.#context.leaveUnjudged('whether every event arrived: other deliveries were still arriving');
    const types = [...new Set(due.filter((one) => !hasCome(one)).map(({ type }) => type))].join(', ');
    this.#context.judge(types === '', {
      message: `${what} must fire its event, as any other.`,
      expected: types,
      actual: 'no event about its object',
    });
  }
}

/** IDEM-12: after 24 hours the key is new: the request is executed again, and so is another. */
export const idem12: Check = check('IDEM-12', { isolation: 'clock', weight: 1 }, async (context) => {
  const aged: PartNeeds = { from: 'standard', needs: 'clock' };
  const watched = await context.part('events', aged, () => watchEvents(context, context.target.companies[0]));
  const repeated = (await context.part('requests that are repeated', aged, () => usesToRepeat(context))) ?? [];
  const deletions = (await context.part('deletions', aged, () => agedDeletions(context))) ?? [];
  const keyed = await firstRequests(context);
  await almostADay(context, keyed);
  // A retry must not renew a key. IDEM-03 judges whether it is replayed.
  const replayed = new Set<KeyedUse>();
  for (const use of keyed.uses) {
    const retry = await context.send(use.call);
    if (isReplayed(retry) && sameAnswer(use.original, retry)) replayed.add(use);
  }
  await overADay(context, keyed);
  const events = new EventsOfNewKeys(context, watched?.webhook);
  for (const [index, use] of keyed.uses.entries())
    await context.part(use.one.operation, () =>
      judgeUse(context, use, { isAnother: index % 2 === 1, wasReplayed: replayed.has(use), events }),
    );
  for (const use of repeated) await context.part(use.one.operation, () => judgeRepeatedLater(context, use));
  for (const deletion of deletions) await judgeDeleted(context, deletion, 'of more than 24 hours ago');
  await events.judge('A request under a key of 24 hours and a minute ago');
  await watched?.end();
});

interface AgedUse {
  /** Whether another request uses the key, if the object would accept the same one. */
  readonly isAnother: boolean;
  readonly wasReplayed: boolean;
  readonly events: EventsOfNewKeys;
}

/** Judges the same call again, or another one if the object has changed or accepts the call only once. */
async function judgeUse(context: CheckContext, use: KeyedUse, { isAnother, wasReplayed, events }: AgedUse): Promise<void> {
  const { effect } = use.one;
  const again = effect.once
    ? await freshCall(context, use.one, use.key)
    : effect.kind === 'update' || (effect.kind === 'create' && isAnother)
      ? await anotherCall(context, use, use.key)
      : use;
  const answer = await sentLater(context, again.call);
  // If the target refuses it without a key too, the key is not the reason.
  const isRightful = isSuccess(answer) || isSuccess(await sentLater(context, withoutHeader(again.call, 'Idempotency-Key')));
  if (isRightful) judgeExecuted(context, answer, `The same request (${use.one.operation})`);
  if (!isSuccess(answer)) return;
  events.expect({ ...use, ...again }, answer);
  // It is the first request of a new key, so that its retry is replayed.
  const retry = await sentLater(context, again.call);
  if (wasReplayed && isRightful && !isReplayed(answer))
    judgeReplay(context, { kind: use.one.operation }, answer, retry, 'A retry under a key that is new again');
  if (again === use || isSameRequest(again.call, use.call)) return;
  const old = await sentLater(context, use.call);
  context.judge(!isReplayed(old), {
    message: `The old request (${use.one.operation}) under a key that is new again must not be answered from the store.`,
    expected: 'no Idempotent-Replayed: true',
    actual: `${old.status}, marked as replayed`,
  });
}

function judgeExecuted(context: CheckContext, answer: Answer, what: string): void {
  context.judge(isSuccess(answer) && !isReplayed(answer), {
    message: `${what} under a key of 24 hours and a minute ago must be executed.`,
    expected: '2xx, not marked as replayed',
    actual: `${answer.status}${isReplayed(answer) ? ', marked as replayed' : ''}`,
  });
}

/** First uses of operations that an object accepts once, or with one token. They are repeated unchanged when their keys are new again. */
async function usesToRepeat(context: CheckContext): Promise<readonly KeyedUse[]> {
  const uses: KeyedUse[] = [];
  const taken = repeatableOperations(context).filter(({ effect }) => effect.kind === 'update' || effect.once === true);
  await atEach(context, taken, async (one) => {
    uses.push(await firstUse(context, one));
  });
  return uses;
}

/**
 * Judges that an operation which an object accepts only once, or with another token, is refused when it is repeated under a key that is new
 * again, as it is under an unused one (IDEM-12).
 */
async function judgeRepeatedLater(context: CheckContext, { one, call, object }: KeyedUse): Promise<void> {
  const before = await shownState(context, object);
  const answer = await sentLater(context, call);
  const control = await sentLater(context, withHeader(call, 'Idempotency-Key', context.freshKey()));
  if (isSuccess(control)) return;
  context.judge(!isSuccess(answer) && !isReplayed(answer), {
    message: `${one.operation}, repeated under a key of more than 24 hours ago, must be refused as under a new one.`,
    expected: `a refusal such as ${control.status}, not marked as replayed`,
    actual: `${answer.status}${isReplayed(answer) ? ', marked as replayed' : ''}`,
  });
  await judgeSameState(context, object, before, `${one.operation} that was refused`);
}
