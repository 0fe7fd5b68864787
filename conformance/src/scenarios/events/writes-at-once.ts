import { typeFiredBy } from '../../api/event-names.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Company } from '../../model/target.ts';
import { whileArriving } from '../../wait/arrives.ts';
import { type Arrival, arrivalsAt } from '../deliveries/arrivals.ts';
import { operationCases } from '../operations/operation-case.ts';
import { type OperationTrigger, operationTrigger } from '../retries/event-trigger.ts';
import { observeEvents } from '../webhooks/observer.ts';
import { withdraw } from '../webhooks/registration.ts';

/** One of many writes that were sent at once, each under an application id of its own. */
export interface WriteAtOnce {
  readonly type: string;
  readonly applicationId: string;
  /** The events that it caused. */
  readonly arrivals: readonly Arrival[];
}

/** How often each operation is called. */
const TIMES = 2;

/**
 * Calls every operation that fires an event, all at once, each on its own object.
 * @throws Inconclusive if the target accepts no type at all
 */
export async function writesAtOnce(context: CheckContext, company: Company): Promise<readonly WriteAtOnce[]> {
  const webhook = await observeEvents(context, company);
  const cases = operationCases(context, company).flatMap((one) => {
    const type = typeFiredBy(one.operation, context.target);
    return type !== undefined && webhook.events.includes(type) ? [{ one, type }] : [];
  });
  const writes: (Omit<WriteAtOnce, 'arrivals'> & { readonly trigger: OperationTrigger })[] = [];
  for (const { one, type } of Array.from({ length: TIMES }, () => cases).flat()) {
    const trigger = await context.part(`${one.operation}, at once with others`, () => operationTrigger(context, one, type));
    if (trigger !== undefined) writes.push({ type, trigger, applicationId: `${type} ${context.fresh()}` });
  }
  const from = webhook.endpoint.attempts.length;
  await Promise.all(writes.map(({ trigger, applicationId }) => trigger.act(applicationId)));
  const arrivalsOf = ({ trigger }: (typeof writes)[number]): readonly Arrival[] =>
    arrivalsAt(webhook, from).filter(({ evento }) => trigger.is(evento));
  // Which types a target fires is its choice.
  const fires = (type: string): boolean => arrivalsAt(webhook, from).some(({ evento }) => evento.type === type);
  await whileArriving(context, [webhook], () => writes.every((write) => !fires(write.type) || arrivalsOf(write).length > 0));
  await withdraw(context, webhook);
  return writes.map((write) => ({ type: write.type, applicationId: write.applicationId, arrivals: arrivalsOf(write) }));
}
