import { typeFiredBy } from '../../api/event-names.ts';
import { createdId } from '../../api/identity.ts';
import { type OperationId, operations } from '../../generated/operations.ts';
import { resources } from '../../generated/resources.ts';
import { isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Call } from '../../model/exchange.ts';
import { Inconclusive } from '../../model/verdict.ts';
import type { Webhook } from '../../model/webhook.ts';
import type { Evento } from '../../receiver/attempt.ts';
import { areComing, notInTime } from '../../wait/arrives.ts';
import { asOtherUser } from '../as-other-user.ts';
import { toldId } from '../deliveries/about-object.ts';
import { type Arrival, arrivalsAt } from '../deliveries/arrivals.ts';
import { newObjectAfter, ownObject } from '../operations/available-object.ts';
import { type OperationCase, operationCases } from '../operations/operation-case.ts';
import { isSparing } from '../sparingly.ts';
import { type Cause, createCause } from './cause.ts';

/** How the other user sends a call, and the keys that they use, for the run's own user to use them too. */
interface Other {
  readonly as: (call: Call) => Call;
  readonly keys: Map<OperationId, string>;
}

/**
 * Calls every operation that fires one of these types as the last call in a company, one company after the other; none below the standard
 * budget. In the first company, the other user does so where the target lets them. Nothing else is done in the company until the event came,
 * or for as long as a delivery may take: later ones do not count.
 * @param webhooks one of each company, for every type
 * @param fired the types that the target was seen to fire, which is its choice
 * @param keys records the key of each call of the other user
 */
export async function lastEvents(
  context: CheckContext,
  webhooks: readonly Webhook[],
  fired: ReadonlySet<string>,
  keys: Map<OperationId, string>,
): Promise<readonly Cause[]> {
  const [first] = context.target.companies;
  const cases = context.isQuick || isSparing(context) ? [] : operationCases(context, first);
  const as = cases.length === 0 ? undefined : await asOtherUser(context);
  const events: Cause[] = [];
  // A type that was late once is not awaited again.
  const late = new Set<string>();
  for (const [index, { operation }] of cases.entries()) {
    const type = typeFiredBy(operation, context.target);
    if (type === undefined || !fired.has(type)) continue;
    // In each of the other companies every fourth operation is enough.
    for (const webhook of webhooks.filter((_, company) => company === 0 || (index + company) % 4 === 0)) {
      const one = operationCases(context, webhook.company).find((other) => other.operation === operation);
      if (one === undefined || late.has(type)) continue;
      const event = await context.part(`${operation}, done last`, async () => {
        const byOther = as && webhook.company === first ? await doLast(context, one, type, webhook, { as, keys }) : undefined;
        return byOther ?? (await doLast(context, one, type, webhook));
      });
      if (event !== undefined) events.push(event);
      if (event?.arrivals().length === 0) late.add(type);
    }
  }
  return events;
}

/** Undefined if the call is refused, which other rules judge. @throws Inconclusive if deliveries come too slowly to tell */
async function doLast(
  context: CheckContext,
  one: OperationCase,
  type: string,
  webhook: Webhook,
  other?: Other,
): Promise<Cause | undefined> {
  const { operation, effect, company } = one;
  const { of = effect.resource, after } = effect;
  const resource = resources[of];
  const key = other && operations[operation].acceptsKey ? context.freshKey() : undefined;
  const { call, object } =
    effect.kind === 'create'
      ? await one.prepare(key)
      : await one.callFor(after === undefined ? await ownObject(context, of, company) : await newObjectAfter(context, after, company), key);
  const from = webhook.endpoint.attempts.length;
  const answer = await context.send(other ? other.as(call) : call);
  const id = object?.id ?? createdId(answer, resource.setting);
  if (!isSuccess(answer) || id === undefined) return undefined;
  if (key !== undefined) other?.keys.set(operation, key);
  // Nothing else is done there, so an event that does not name its object is about this one.
  const arrivals = (): readonly Arrival[] =>
    arrivalsAt(webhook, from).filter(({ evento }) => evento.type === type && (toldId(context, resource, evento) ?? id) === id);
  const isInTime = await webhook.endpoint.arrives(() => arrivals().length > 0, context.target.timing.deliveryWithinMs);
  // The deliveries that still come belong to earlier calls.
  if (!isInTime && areComing(context, webhook)) throw new Inconclusive(notInTime(context));
  const who = other === undefined ? '' : ', called by another user';
  const how = `in company ${company.id}${who}, even if no other call follows there`;
  const isOwn = (evento: Evento): boolean => evento.type === type && toldId(context, resource, evento) === id;
  const cause = createCause({ operation, type, company, how, executed: 1 }, isInTime ? arrivals : () => [], isOwn);
  cause.close();
  return cause;
}
