import { contactTypes } from '../../api/event-names.ts';
import { type Check, check } from '../../model/check.ts';
import { arrivalsOf, awaitEvent, createContact } from '../../scenarios/resources/contact-life.ts';
import { createWebhook } from '../../scenarios/webhooks/create-webhook.ts';

/** Events while one endpoint hangs; the others must not wait for it. */
const EVENTS = 5;
/** How long the hanging endpoint keeps each connection: what waits for them in turn is late. */
const SILENT_FOR_MS = 3_000;

/** DLV-08: one endpoint that hangs or fails does not delay the others. */
export const dlv08: Check = check('DLV-08', { isolation: 'every-delivery', weight: 1, awaitsDelivery: true }, async (context) => {
  const [company] = context.target.companies;
  const { deliveryWithinMs } = context.target.timing;
  const { create } = contactTypes(context);
  const quick = await createWebhook(context, company, [create]);
  // The control: what comes late without them is not delayed by them.
  await awaitEvent(context, quick, create, await createContact(context, company));
  await createWebhook(context, company, [create], { script: () => ({ silentForMs: SILENT_FOR_MS }) });
  await createWebhook(context, company, [create], { script: () => ({ status: 500 }) });
  for (let event = 0; event < EVENTS; event += 1) {
    const contact = await createContact(context, company);
    const came = await quick.endpoint.until(() => arrivalsOf(quick, create, contact).length > 0, deliveryWithinMs);
    context.judge(came, {
      message: 'A hanging and a failing endpoint must not delay the others.',
      expected: `the event within ${deliveryWithinMs} ms`,
      actual: 'nothing',
    });
  }
});
