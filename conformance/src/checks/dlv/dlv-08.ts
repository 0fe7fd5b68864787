import { typeFiredBy } from '../../api/event-names.ts';
import { isSuccess } from '../../http/answer.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { Inconclusive } from '../../model/verdict.ts';
import type { Reply, Webhook } from '../../model/webhook.ts';
import { arrivalsAt } from '../../scenarios/deliveries/arrivals.ts';
import { type OperationCase, operationCases } from '../../scenarios/operations/operation-case.ts';
import { trySome } from '../../scenarios/try-some.ts';
import { createWebhook } from '../../scenarios/webhooks/create-webhook.ts';
import { observeEvents } from '../../scenarios/webhooks/observer.ts';
import { withdraw } from '../../scenarios/webhooks/registration.ts';
import { noDelivery } from '../../wait/arrives.ts';
import { times } from '../../wait/times.ts';

/** Hanging endpoints for each type: together they take longer than a delivery may. */
const HANGING = 2;

/** DLV-08: one endpoint that hangs or fails does not delay the others. */
export const dlv08: Check = check('DLV-08', { isolation: 'every-delivery', weight: 1, awaitsDelivery: true }, async (context) => {
  const [company] = context.target.companies;
  const { deliveryWithinMs } = context.target.timing;
  const cameTo = ({ endpoint }: Webhook, from: number, type: string): Promise<boolean> =>
    endpoint.arrives(() => arrivalsAt({ endpoint }, from).some(({ evento }) => evento.type === type), deliveryWithinMs);
  const older = await observeEvents(context, company);
  // The control: the event comes in time without hanging endpoints.
  const fired: { readonly one: OperationCase; readonly type: string }[] = [];
  await trySome(context, operationCases(context, company), async (one) => {
    const type = typeFiredBy(one.operation, context.target) ?? '';
    if (!older.events.includes(type) || !(await isDone(context, one)) || !(await cameTo(older, 0, type))) return false;
    fired.push({ one, type });
    return true;
  });
  if (fired.length === 0) throw new Inconclusive(noDelivery(context));
  // Each type has its own hanging endpoints, since a target may skip those that it knows to hang. One webhook is older than they are, and
  // one is newer, since a target may send in any order.
  const hangs = (): Reply => ({ silentForMs: deliveryWithinMs + times.blockingMs });
  const each = fired.flatMap(({ type }) => [...Array.from({ length: HANGING }, () => ({ type, script: hangs })), { type, script: fails }]);
  const disturbing = await Promise.all(each.map(({ type, script }) => createWebhook(context, company, [type], { script })));
  const newer = await observeEvents(context, company);
  for (const { one, type } of fired) {
    const from = older.endpoint.attempts.length;
    if (!(await isDone(context, one))) continue;
    for (const [which, came] of [
      ['older', await cameTo(older, from, type)],
      ['newer', await cameTo(newer, 0, type)],
    ] as const)
      context.judge(came, {
        message: `Endpoints that hang or fail must not delay ${type} for one that is ${which}.`,
        expected: `the event within ${deliveryWithinMs} ms`,
        actual: 'nothing',
      });
  }
  await withdraw(context, older, newer, ...disturbing);
});

const fails = (): Reply => ({ status: 500 });

async function isDone(context: CheckContext, { operation, prepare }: OperationCase): Promise<boolean> {
  const prepared = await context.part(operation, () => prepare());
  return prepared !== undefined && isSuccess(await context.send(prepared.call));
}
