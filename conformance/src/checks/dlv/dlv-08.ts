import { contactTypes, typeFiredBy } from '../../api/event-names.ts';
import { isSuccess } from '../../http/answer.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Company } from '../../model/target.ts';
import type { Reply, Webhook } from '../../model/webhook.ts';
import { arrivalsAt } from '../../scenarios/deliveries/arrivals.ts';
import { type OperationCase, operationCases } from '../../scenarios/operations/operation-case.ts';
import { arrivalsOf, awaitEvent, createContact } from '../../scenarios/resources/contact-life.ts';
import { createWebhook } from '../../scenarios/webhooks/create-webhook.ts';
import { observeEvents } from '../../scenarios/webhooks/observer.ts';
import { withdraw } from '../../scenarios/webhooks/registration.ts';
import { times } from '../../wait/times.ts';

/** Events while one endpoint hangs; the others must not wait for it. */
const EVENTS = 5;
/** Hanging endpoints for each type. */
const HANGING = 2;

/** DLV-08: one endpoint that hangs or fails does not delay the others. */
export const dlv08: Check = check('DLV-08', { isolation: 'every-delivery', weight: 1, awaitsDelivery: true }, async (context) => {
  const [company] = context.target.companies;
  const { deliveryWithinMs } = context.target.timing;
  const { create } = contactTypes(context);
  const quick = await createWebhook(context, company, [create]);
  // The control: an event that is late without hanging endpoints is not delayed by them.
  await awaitEvent(context, quick, create, await createContact(context, company));
  await createWebhook(context, company, [create], { script: () => ({ silentForMs: times.blockingMs }) });
  await createWebhook(context, company, [create], { script: () => ({ status: 500 }) });
  for (let event = 0; event < EVENTS; event += 1) {
    const contact = await createContact(context, company);
    const came = await quick.endpoint.arrives(() => arrivalsOf(quick, create, contact).length > 0, deliveryWithinMs);
    context.judge(came, {
      message: 'A hanging and a failing endpoint must not delay the others.',
      expected: `the event within ${deliveryWithinMs} ms`,
      actual: 'nothing',
    });
  }
  await context.part('events of operations other than those on contacts', () => judgeEveryType(context, company));
});

/**
 * Each type has its own hanging endpoints, since a target may skip those that it knows to hang. They are created first, so that a target
 * that sends in sequence reaches them first. There are several, so that together they take longer than a delivery may.
 */
async function judgeEveryType(context: CheckContext, company: Company): Promise<void> {
  const { deliveryWithinMs } = context.target.timing;
  const cameTo = ({ endpoint }: Webhook, type: string): Promise<boolean> =>
    endpoint.arrives(() => arrivalsAt({ endpoint }).some(({ evento }) => evento.type === type), deliveryWithinMs);
  const before = await observeEvents(context, company);
  // The control: the event comes in time without hanging endpoints.
  const fired: OperationCase[] = [];
  for (const one of context.some(operationCases(context, company))) {
    const type = typeFiredBy(one.operation, context.target) ?? '';
    if (before.events.includes(type) && (await isDone(context, one)) && (await cameTo(before, type))) fired.push(one);
  }
  const script = (): Reply => ({ silentForMs: deliveryWithinMs + times.blockingMs });
  const each = Array.from({ length: HANGING }, () => before.events).flat();
  const hanging = await Promise.all(each.map((type) => createWebhook(context, company, [type], { script })));
  const quick = await observeEvents(context, company);
  for (const one of fired) {
    const type = typeFiredBy(one.operation, context.target) ?? '';
    if (!(await isDone(context, one))) continue;
    context.judge(await cameTo(quick, type), {
      message: `An endpoint that hangs must not delay ${type} for the others.`,
      expected: `the event within ${deliveryWithinMs} ms`,
      actual: 'nothing',
    });
  }
  await withdraw(context, before, quick, ...hanging);
}

async function isDone(context: CheckContext, { operation, prepare }: OperationCase): Promise<boolean> {
  const prepared = await context.part(operation, () => prepare());
  return prepared !== undefined && isSuccess(await context.send(prepared.call));
}
