import type { Trial } from '../../engine/trial.ts';
import { isSuccess } from '../../http/answer.ts';
import { type Check, timelineCheck } from '../../model/check.ts';
import { Inconclusive } from '../../model/verdict.ts';
import type { Delivery } from '../../receiver/delivery.ts';
import { quiet } from '../../scenarios/deliveries/quiet.ts';
import { contactTypes, refusingOwn } from '../../scenarios/resources/contact-life.ts';
import { type Reached, tellEach, tellHooks } from '../../scenarios/subscriptions/reached.ts';
import { ofItself, twinOf } from '../../scenarios/subscriptions/twin.ts';
import { audiences, registerEach } from '../../scenarios/webhooks/audiences.ts';
import { draftWebhook, type Registration, register, update, updateCall, withdraw } from '../../scenarios/webhooks/registration.ts';
import { webhookHabits } from '../../scenarios/webhooks/webhook-habits.ts';
import { viewsOfAll } from '../../scenarios/webhooks/webhook-view.ts';
import type { Hook } from '../../scenarios/webhooks/webhooks.ts';

/** Further than any retry waits. */
const moveMs = 12 * 3_600_000;
/** An attempt that may have been on its way when the webhook was deleted. */
const underWay = 1;
/** Moves of the clock at most, and real time for the retry that one makes due, and for what is done before the next. */
const mostMoves = 8;
const retryComesMs = 250;
const settleMs = 50;

/** HOOK-14: DELETE removes the webhook: it is listed no more, and nothing is delivered to it. */
export const hook14: Check = timelineCheck('HOOK-14', async (trial) => {
  // None of them confirms, so that retries are due when they are deleted.
  const options = { events: [contactTypes(trial).create], script: refusingOwn(trial) };
  const fresh = await registerEach(trial, await audiences(trial), options);
  const [changed, kept] = [
    await register(trial, await draftWebhook(trial, options)),
    await register(trial, await draftWebhook(trial, options)),
  ];
  const twin = await twinOf(trial, fresh[0]);
  const twins = twin ? [fresh[0], twin] : [];
  const { moves } = await webhookHabits(trial);
  await update(trial, changed, { Description: `${changed.endpoint.name} changed`, ...(moves && { AziendaId: null }) });
  const deleted = [...fresh, changed];
  // The control: before, all of them hear of a contact.
  const before = await tellEach(trial, [...deleted, kept, ...twins]);
  if ([...deleted, kept].some((hook) => before.deliveries(hook).length === 0)) throw new Inconclusive('not every webhook was delivered to');
  // Nothing says that each of two webhooks with one Url must hear of an event.
  const hears = (): boolean => twin !== undefined && ofItself(trial, twin, twins, before).length > 0;
  const isTwinHeard = await trial.idle(() => fresh[0].endpoint.until(hears, twin ? trial.target.timing.quietMs : 0));
  for (const hook of deleted) await deleteRightly(trial, hook);
  await judgeGone(trial, deleted);

  const after: Reached[] = [];
  for (const company of trial.target.companies) after.push(await tellHooks(trial, company === kept.company ? [kept] : [], company));
  const heard = (hook: Hook): readonly Delivery[] => after.flatMap((reached) => ofItself(trial, hook, twins, reached));
  if (heard(kept).length === 0) throw new Inconclusive('the webhook that was kept was not delivered to');
  if (twin && isTwinHeard) await judgeTwin(trial, twin, () => heard(twin).length > 0);
  const retried = (hook: Hook): readonly Delivery[] => ofItself(trial, hook, twins, before);
  const tried = new Map(deleted.map((hook) => [hook, retried(hook).length]));
  const due = await letRetriesCome(trial, kept, before);
  await quiet(trial, [kept, ...deleted], () => deleted.flatMap((hook) => [...heard(hook), ...retried(hook)]));
  for (const hook of deleted) {
    const which = hook === changed ? ' that a PUT had changed' : '';
    trial.judge(heard(hook).length === 0, {
      message: `Nothing may be delivered to a deleted webhook${which}.`,
      expected: 'no delivery',
      actual: 'the event of a contact that was created after the deletion',
    });
    const retries = retried(hook).length - (tried.get(hook) ?? 0);
    trial.judge(!due || retries <= underWay, {
      message: `Nothing may be delivered to a deleted webhook${which}, what it refused before neither.`,
      expected: 'no retry',
      actual: `${retries} retries that fell due after the deletion`,
    });
  }
  await withdraw(trial, kept, ...(twin ? [twin] : []));
});

async function deleteRightly(trial: Trial, { company, id }: Hook): Promise<void> {
  const answer = await trial.sendRightful((await trial.api()).call('deleteWebhook', { company, id }));
  trial.judge(isSuccess(answer), { message: 'A webhook must be deleted.', expected: '2xx', actual: String(answer.status) });
}

/** A PUT that comes late, for one of them, must not bring it back, whatever it is answered. */
async function judgeGone(trial: Trial, deleted: readonly Registration[]): Promise<void> {
  const [put] = deleted;
  if (put !== undefined) await trial.send(await updateCall(trial, put, { token: put.concurrencyToken }));
  const still = (await viewsOfAll(trial, deleted)).map(({ how, hook }) => (hook === put ? `${how}, after a late PUT` : how));
  trial.judge(still.length === 0, {
    message: 'A deleted webhook must be shown no more.',
    expected: 'neither by GET nor by the list',
    actual: `by ${[...new Set(still)].join(' and ')}`,
  });
}

async function judgeTwin(trial: Trial, twin: Hook, came: () => boolean): Promise<void> {
  await trial.idle(() => twin.endpoint.until(came, trial.target.timing.deliveryWithinMs));
  trial.judge(came(), {
    message: 'A webhook must be delivered to although another one with its Url was deleted.',
    expected: 'the event of a contact that was created after the deletion',
    actual: 'nothing',
  });
}

/** Whether so many retries fell due that not all can have been under way before: the webhook that was kept got them. */
async function letRetriesCome(trial: Trial, kept: Hook, before: Pick<Reached, 'deliveries'>): Promise<boolean> {
  const came = (): number => before.deliveries(kept).length;
  const enough = came() + underWay + 1;
  for (let move = 0; trial.clock !== undefined && move < mostMoves && came() < enough; move += 1) {
    const count = came();
    await trial.advance(moveMs);
    await trial.rest(() => kept.endpoint.until(() => came() > count, retryComesMs));
    // What was refused is written down before the clock moves on.
    await trial.rest(() => kept.endpoint.until(() => came() >= enough, settleMs));
  }
  if (came() >= enough) return true;
  const missing = trial.clock === undefined ? 'set controls.clock' : 'too few came to the one that was kept';
  trial.leaveUnjudged(`retries of what a webhook refused before it was deleted: ${missing}`);
  return false;
}
