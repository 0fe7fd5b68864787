import { typeFiredBy } from '../../api/event-names.ts';
import { createdId } from '../../api/identity.ts';
import type { OperationId } from '../../generated/operations.ts';
import { resources } from '../../generated/resources.ts';
import { isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Company } from '../../model/target.ts';
import { Inconclusive } from '../../model/verdict.ts';
import type { Webhook } from '../../model/webhook.ts';
import { notInTime } from '../../wait/arrives.ts';
import { areComing } from '../../wait/attempts.ts';
import { toldId } from '../deliveries/about-object.ts';
import { type Arrival, arrivalsAt } from '../deliveries/arrivals.ts';
import { newObjectAfter, ownObject } from '../operations/available-object.ts';
import { type OperationCase, operationCases } from '../operations/operation-case.ts';
import { isSparing } from '../sparingly.ts';

/** The event of the last call in a company. Nothing else was done there until it came, or for as long as a delivery may take. */
export interface LastEvent {
  readonly operation: OperationId;
  readonly type: string;
  readonly company: Company;
  readonly arrivals: () => readonly Arrival[];
  /** Whether it came in that time. */
  readonly isInTime: boolean;
}

/**
 * Calls every operation that fires one of these types as the last call in a company, one company after the other; none below the standard
 * budget.
 * @param webhooks one of each company, for every type
 * @param fired the types that the target was seen to fire, which is its choice
 */
export async function lastEvents(
  context: CheckContext,
  webhooks: readonly Webhook[],
  fired: ReadonlySet<string>,
): Promise<readonly LastEvent[]> {
  const [first] = context.target.companies;
  const events: LastEvent[] = [];
  // A type that was late once is not awaited again.
  const late = new Set<string>();
  const cases = context.isQuick || isSparing(context) ? [] : operationCases(context, first);
  for (const [index, { operation }] of cases.entries()) {
    const type = typeFiredBy(operation, context.target);
    if (type === undefined || !fired.has(type)) continue;
    // In each of the other companies every second operation is enough.
    for (const webhook of webhooks.filter((_, company) => company === 0 || (index + company) % 2 === 0)) {
      const one = operationCases(context, webhook.company).find((other) => other.operation === operation);
      if (one === undefined || late.has(type)) continue;
      const event = await context.part(`${operation}, done last`, () => doLast(context, one, type, webhook));
      if (event !== undefined) events.push(event);
      if (event?.isInTime === false) late.add(type);
    }
  }
  return events;
}

/** Undefined if the call is refused, which other rules judge. @throws Inconclusive if deliveries come too slowly to tell */
async function doLast(context: CheckContext, one: OperationCase, type: string, webhook: Webhook): Promise<LastEvent | undefined> {
  const { operation, effect, company } = one;
  const { of = effect.resource, after } = effect;
  const resource = resources[of];
  const { call, object } =
    effect.kind === 'create'
      ? await one.prepare()
      : await one.callFor(after === undefined ? await ownObject(context, of, company) : await newObjectAfter(context, after, company));
  const from = webhook.endpoint.attempts.length;
  const answer = await context.send(call);
  const id = object?.id ?? createdId(answer, resource.setting);
  if (!isSuccess(answer) || id === undefined) return undefined;
  // Nothing else is done there, so an event that does not name its object is about this one.
  const arrivals = (): readonly Arrival[] =>
    arrivalsAt(webhook, from).filter(({ evento }) => evento.type === type && (toldId(context, resource, evento) ?? id) === id);
  const isInTime = await webhook.endpoint.arrives(() => arrivals().length > 0, context.target.timing.deliveryWithinMs);
  // The deliveries that still come belong to earlier calls.
  if (!isInTime && areComing(context, webhook)) throw new Inconclusive(notInTime(context));
  return { operation, type, company, arrivals, isInTime };
}
