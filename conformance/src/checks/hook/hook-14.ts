import { contactTypes } from '../../probe/contact-life.ts';
import { tellHooks } from '../../probe/reached.ts';
import { draftWebhook, type Registration, register, update, withdraw } from '../../probe/registration.ts';
import { webhookHabits } from '../../probe/webhook-habits.ts';
import { viewsOf } from '../../probe/webhook-view.ts';
import { type Check, check } from '../../run/check.ts';
import type { Trial } from '../../run/trial.ts';
import { Inconclusive } from '../../run/verdict.ts';
import { quiet } from '../../target/quiet.ts';
import { isSuccess } from '../../wire/answer.ts';

/** HOOK-14: DELETE removes the webhook: it is listed no more, and nothing is delivered to it. */
export const hook14: Check = check('HOOK-14', async (trial) => {
  const create = async (): Promise<Registration> => register(trial, await draftWebhook(trial, { events: [contactTypes(trial).create] }));
  const [fresh, changed, kept] = [await create(), await create(), await create()];
  const { moves } = await webhookHabits(trial);
  await update(trial, changed, { Description: `${changed.endpoint.name} changed`, ...(moves && { AziendaId: null }) });
  // The control: before, all of them hear of a contact.
  const before = await tellHooks(trial, [fresh, changed, kept]);
  if ([fresh, changed, kept].some((hook) => before.deliveries(hook).length === 0))
    throw new Inconclusive('not every webhook was delivered to');
  for (const hook of [fresh, changed]) await judgeDeleted(trial, hook);
  const after = await tellHooks(trial, [kept]);
  if (after.deliveries(kept).length === 0) throw new Inconclusive('the webhook that was kept was not delivered to');
  await quiet(trial, [kept, fresh, changed], () => [kept, fresh, changed].flatMap(after.deliveries));
  for (const hook of [fresh, changed]) {
    trial.judge(after.deliveries(hook).length === 0, {
      message: `Nothing may be delivered to a deleted webhook${hook === changed ? ' that a PUT had changed' : ''}.`,
      expected: 'no delivery',
      actual: 'the event of a contact that was created after the deletion',
    });
  }
  await withdraw(trial, kept);
});

async function judgeDeleted(trial: Trial, hook: Registration): Promise<void> {
  const deletion = (await trial.api()).call('deleteWebhook', { company: hook.company, id: hook.id });
  const answer = await trial.sendRightful(deletion);
  trial.judge(isSuccess(answer), { message: 'A webhook must be deleted.', expected: '2xx', actual: String(answer.status) });
  const still = (await viewsOf(trial, hook)).map(({ how }) => how);
  trial.judge(still.length === 0, {
    message: 'A deleted webhook must be shown no more.',
    expected: 'neither by GET nor by the list',
    actual: `by ${still.join(' and ')}`,
  });
}
