import { arrivalsOf, awaitEvent, contactTypes, createContact, settle } from '../../probe/contact-life.ts';
import { type Check, check } from '../../run/check.ts';
import { Skip } from '../../run/verdict.ts';

/** EVT-07: a webhook receives only its AziendaId's events; null receives all companies'. */
export const evt07: Check = check('EVT-07', async (trial) => {
  const [first, second] = trial.target.companies;
  if (second === undefined) throw new Skip('only one company is configured: add a second one to companies');
  const { create } = contactTypes(trial);
  const { webhooks } = trial.bench;
  const everywhere = await webhooks.create(trial, first, [create], { everyCompany: true });
  const [ofFirst, ofSecond] = [await webhooks.create(trial, first, [create]), await webhooks.create(trial, second, [create])];
  const [inFirst, inSecond] = [await createContact(trial, first), await createContact(trial, second)];
  await awaitEvent(trial, ofFirst, create, inFirst);
  await awaitEvent(trial, ofSecond, create, inSecond);
  await everywhere.endpoint.until(
    () => [inFirst, inSecond].every((contact) => arrivalsOf(everywhere, create, contact).length > 0),
    trial.target.timing.deliveryWithinMs,
  );
  await settle(trial, ofFirst, ofSecond);
  for (const [hook, stranger] of [
    [ofFirst, inSecond],
    [ofSecond, inFirst],
  ] as const) {
    trial.judge(arrivalsOf(hook, create, stranger).length === 0, {
      message: `The webhook of company ${hook.company.id} must not receive events of company ${stranger.company.id}.`,
      expected: 'nothing',
      actual: 'the event',
    });
  }
  for (const contact of [inFirst, inSecond]) {
    trial.judge(arrivalsOf(everywhere, create, contact).length > 0, {
      message: `A webhook with AziendaId null must receive the events of company ${contact.company.id}.`,
      expected: `${create} of company ${contact.company.id}`,
      actual: 'nothing',
    });
  }
});
