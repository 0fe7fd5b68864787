import { awaitEvent, contactTypes, createContact } from '../../probe/contact-life.ts';
import { type Check, check } from '../../run/check.ts';

/** EVT-05: CompanyId is the company in which the event occurred. */
export const evt05: Check = check('EVT-05', async (trial) => {
  const { create } = contactTypes(trial);
  for (const company of trial.target.companies) {
    const hook = await trial.bench.webhooks.create(trial, company, [create]);
    const { evento } = await awaitEvent(trial, hook, create, await createContact(trial, company));
    trial.judge(String(evento.companyId) === company.id, {
      message: 'An event must name the company in which it occurred.',
      expected: `CompanyId ${company.id}`,
      actual: String(evento.companyId),
    });
  }
});
