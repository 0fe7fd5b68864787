import fc from 'fast-check';
import {
  type Arrival,
  awaitEvent,
  type Contact,
  contactTypes,
  createContact,
  missingFrom,
  renameContact,
} from '../../probe/contact-life.ts';
import { nameEnding } from '../../probe/texts.ts';
import { type Check, check } from '../../run/check.ts';
import type { Trial } from '../../run/trial.ts';
import { contactBody } from '../../target/contacts.ts';
import { objectOf } from '../../target/identity.ts';
import { isSuccess } from '../../wire/answer.ts';
import { identifier, memberOf } from '../../wire/json.ts';

/** EVT-03: Object is the whole object; for Create the new one. */
export const evt03: Check = check('EVT-03', async (trial) => {
  const [company] = trial.target.companies;
  const { create, update } = contactTypes(trial);
  const { anagraficaPut } = trial.target.surface;
  const hook = await trial.bench.webhooks.create(trial, company, anagraficaPut === null ? [create] : [create, update]);
  await trial.forAll(fc.record({ ending: nameEnding, renamed: fc.boolean() }), 4, async ({ ending, renamed }) => {
    const contact = await createContact(trial, company, trial.fresh() + ending);
    await judgeWhole(trial, contact, contact.nome, await awaitEvent(trial, hook, create, contact), !renamed);
    if (!renamed || anagraficaPut === null) return;
    const nome = trial.fresh() + ending;
    await renameContact(trial, contact, nome);
    await judgeWhole(trial, contact, nome, await awaitEvent(trial, hook, update, contact), true);
  });
});

/** The object as the event shows it, against the object as the target shows it now, where it does. */
async function judgeWhole(trial: Trial, contact: Contact, nome: string, { evento }: Arrival, unchangedSince: boolean): Promise<void> {
  trial.judge(memberOf(evento.object, 'nome') === nome, {
    message: `${String(evento.type)} must carry the object as it is after the change.`,
    expected: `nome ${JSON.stringify(nome)}`,
    actual: JSON.stringify(memberOf(evento.object, 'nome') ?? null),
  });
  if (!unchangedSince || trial.target.surface.anagraficaGet === null) return;
  const shown = await trial.send((await trial.api()).call('getAnagrafica', { company: contact.company, id: contact.id }));
  if (!isSuccess(shown)) return;
  // What an answer adds of its own, such as links, is the target's choice; what was sent is part of the object in any case.
  const sent = { ...contactBody(trial, nome), id: identifier(contact.id) };
  const missing = missingFrom(evento.object, trial.bench.profile === 'reference' ? objectOf(shown, 'nome') : sent);
  trial.judge(missing.length === 0, {
    message: `${String(evento.type)} must carry the whole object.`,
    expected: `every member of the object: ${shown.body.slice(0, 300)}`,
    actual: `${missing.join(', ')} missing or different`,
  });
}
