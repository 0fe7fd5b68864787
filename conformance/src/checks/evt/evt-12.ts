import { arrivalsOf, awaitEvent, contactTypes, createContact, renameContact, settle } from '../../probe/contact-life.ts';
import { type Check, check } from '../../run/check.ts';
import { Skip } from '../../run/verdict.ts';
import { webhookBody } from '../../target/webhooks.ts';

/** EVT-12: a webhook changed by PUT receives by its new Url and Events. */
export const evt12: Check = check('EVT-12', async (trial) => {
  const [company] = trial.target.companies;
  if (trial.target.surface.anagraficaPut === null)
    throw new Skip('contacts cannot be changed, so that no second event type comes: set surface.anagraficaPut');
  const { create, update } = contactTypes(trial);
  const { webhooks } = trial.bench;
  const before = await webhooks.create(trial, company, [create]);
  const control = await webhooks.create(trial, company, [create, update]);
  await awaitEvent(trial, before, create, await createContact(trial, company));
  await settle(trial, before);
  const { endpoint, url } = await webhooks.open(trial);
  const body = { ...webhookBody(company, url, endpoint.name, [update]), ConcurrencyToken: before.concurrencyToken };
  await trial.prepare((await trial.api()).call('updateWebhook', { company, id: before.id, body }));
  const after = { ...before, endpoint, url };

  const contact = await createContact(trial, company);
  await renameContact(trial, contact);
  await awaitEvent(trial, control, create, contact);
  await awaitEvent(trial, control, update, contact);
  await after.endpoint.until(() => arrivalsOf(after, update, contact).length > 0, trial.target.timing.deliveryWithinMs);
  await settle(trial, before, after);
  const judge = (holds: boolean, message: string, expected: string, actual: string): void =>
    trial.judge(holds, { message, expected, actual });
  judge(arrivalsOf(after, update, contact).length > 0, 'A changed webhook must receive at its new Url.', update, 'nothing');
  judge(
    arrivalsOf(after, create, contact).length === 0,
    'A changed webhook must not receive what its Events no longer hold.',
    'nothing',
    create,
  );
  const stale = [...arrivalsOf(before, create, contact), ...arrivalsOf(before, update, contact)];
  judge(stale.length === 0, 'A changed webhook must not receive at its old Url.', 'nothing', `${stale.length} deliveries`);
});
