import fc from 'fast-check';
import { arrivals, arrivalsOf, contactTypes, createContact, deleteContact, renameContact, settle } from '../../probe/contact-life.ts';
import { type Check, check } from '../../run/check.ts';
import { Skip } from '../../run/verdict.ts';
import { awaitDeliveries, type Hook } from '../../target/webhooks.ts';

/** EVT-06: a webhook receives only the types in its Events. */
export const evt06: Check = check('EVT-06', async (trial) => {
  const [company] = trial.target.companies;
  const { anagraficaPut, anagraficaDelete } = trial.target.surface;
  if (anagraficaPut === null && anagraficaDelete === null)
    throw new Skip('contacts can only be created: set surface.anagraficaPut or surface.anagraficaDelete');
  const types = contactTypes(trial);
  const all = [types.create, ...(anagraficaPut === null ? [] : [types.update]), ...(anagraficaDelete === null ? [] : [types.delete])];
  // The control: one webhook for all of them, so that what a selective one does not get is known to have been sent.
  const control = await trial.bench.webhooks.create(trial, company, all);
  await trial.forAll(fc.subarray(all, { minLength: 1, maxLength: all.length - 1 }), 4, async (selected) => {
    const hook = await trial.bench.webhooks.create(trial, company, selected);
    const contact = await createContact(trial, company);
    if (anagraficaPut !== null) await renameContact(trial, contact);
    if (anagraficaDelete !== null) await deleteContact(trial, contact);
    const got = (where: Hook, type: string): boolean => arrivalsOf(where, type, contact).length > 0;
    await awaitDeliveries(trial, control, () => all.every((type) => got(control, type)));
    await awaitDeliveries(trial, hook, () => selected.every((type) => got(hook, type)));
    await settle(trial, hook);
    const others = arrivals(hook).filter(({ evento }) => !selected.includes(String(evento.type)));
    trial.judge(others.length === 0, {
      message: 'A webhook must receive only the types in its Events.',
      expected: selected.join(', '),
      actual: others.map(({ evento }) => String(evento.type)).join(', '),
    });
  });
});
