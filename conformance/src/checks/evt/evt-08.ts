import type { Company } from '../../config/target.ts';
import { arrivalsOf, contactTypes, createContact, deleteContact, renameContact } from '../../probe/contact-life.ts';
import { type Check, check } from '../../run/check.ts';
import type { Trial } from '../../run/trial.ts';
import { Inconclusive, Skip } from '../../run/verdict.ts';

/** EVT-08: Create, Update and Delete fire for at least one entity, and an entity that fires one of them fires all three. */
export const evt08: Check = check('EVT-08', async (trial) => {
  const { anagraficaPut, anagraficaDelete } = trial.target.surface;
  if (anagraficaPut === null || anagraficaDelete === null)
    throw new Skip('contacts cannot be changed and deleted: set surface.anagraficaPut and surface.anagraficaDelete');
  for (const company of trial.target.companies) await judgeLife(trial, company);
});

async function judgeLife(trial: Trial, company: Company): Promise<void> {
  const all = Object.values(contactTypes(trial));
  const hook = await trial.bench.webhooks.create(trial, company, all);
  const contact = await createContact(trial, company);
  await renameContact(trial, contact);
  await deleteContact(trial, contact);
  const fired = (): readonly string[] => all.filter((type) => arrivalsOf(hook, type, contact).length > 0);
  await hook.endpoint.until(() => fired().length === all.length, trial.target.timing.deliveryWithinMs);
  // Most entities fire events, not each: where contacts fire none, another one may.
  if (fired().length === 0)
    throw new Inconclusive(`no event of a contact of company ${company.id} came: see that the target reaches receiver.publicUrl`);
  trial.judge(fired().length === all.length, {
    message: 'An entity that fires one of Create, Update and Delete must fire all three.',
    expected: all.join(', '),
    actual: fired().join(', '),
  });
}
