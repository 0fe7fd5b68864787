import type { Trial } from '../../engine/trial.ts';
import { isSuccess } from '../../http/answer.ts';
import type { Call } from '../../http/call.ts';
import { identifier } from '../../http/json.ts';
import { type Check, check } from '../../model/check.ts';
import type { Company } from '../../model/target.ts';
import { Skip } from '../../model/verdict.ts';
import { quiet } from '../../scenarios/deliveries/quiet.ts';
import { unlessRefused } from '../../scenarios/refusals/refusal.ts';
import {
  arrivalsOf,
  awaitEvent,
  type Contact,
  contactTypes,
  createContact,
  deliveriesAbout,
  quietestCompany,
  renameContact,
} from '../../scenarios/resources/contact-life.ts';
import { withQuery } from '../../scenarios/webhooks/registration.ts';
import { webhookHabits } from '../../scenarios/webhooks/webhook-habits.ts';
import { type Hook, webhookBody } from '../../scenarios/webhooks/webhooks.ts';

/** What was done, and is judged once nothing more comes. */
interface Done {
  readonly hooks: readonly Hook[];
  readonly contacts: readonly Contact[];
  readonly judge: () => void;
}

/** EVT-12: a webhook changed by PUT receives by its new Url and Events. */
export const evt12: Check = check('EVT-12', async (trial) => {
  if (trial.target.surface.anagraficaPut === null)
    throw new Skip('contacts cannot be changed, so that no second event type comes: set surface.anagraficaPut');
  const done = [await changeUrlAndEvents(trial), await changeOneMember(trial)];
  const hooks = done.flatMap((one) => one.hooks);
  await quiet(trial, hooks, () => done.flatMap((one) => deliveriesAbout(one.hooks, one.contacts)));
  for (const { judge } of done) judge();
});

async function changeUrlAndEvents(trial: Trial): Promise<Done> {
  const company = quietestCompany(trial);
  const { create, update } = contactTypes(trial);
  const { webhooks } = trial.bench;
  const before = await webhooks.create(trial, company, [create]);
  const control = await webhooks.create(trial, company, [create, update]);
  await awaitEvent(trial, before, create, await createContact(trial, company));
  const { endpoint, url } = await webhooks.open(trial);
  const after = await move(trial, { ...before, endpoint, url }, company, [update]);

  const contact = await createContact(trial, company);
  await renameContact(trial, contact);
  await awaitEvent(trial, control, create, contact);
  await awaitEvent(trial, control, update, contact);
  await after.endpoint.until(() => arrivalsOf(after, update, contact).length > 0, trial.target.timing.deliveryWithinMs);
  return { hooks: [before, after], contacts: [contact], judge: () => judgeChanged(trial, before, after, contact) };
}

function judgeChanged(trial: Trial, before: Hook, after: Hook, contact: Contact): void {
  const { create, update } = contactTypes(trial);
  const judge = (holds: boolean, message: string, expected: string, actual: string): void =>
    trial.judge(holds, { message, expected, actual });
  judge(arrivalsOf(after, update, contact).length > 0, 'A changed webhook must receive at its new Url.', update, 'nothing');
  judge(
    arrivalsOf(after, create, contact).length === 0,
    'A changed webhook must not receive what its Events no longer hold.',
    'nothing',
    create,
  );
  const { search } = new URL(after.url);
  const astray = arrivalsOf(after, update, contact).find(({ delivery }) => !delivery.path.endsWith(search));
  judge(astray === undefined, 'A webhook must receive at the whole of its Url.', after.url, `POST ${astray?.delivery.path}`);
  const stale = [...arrivalsOf(before, create, contact), ...arrivalsOf(before, update, contact)];
  judge(stale.length === 0, 'A changed webhook must not receive at its old Url.', 'nothing', `${stale.length} deliveries`);
}

/** A PUT that changes one member alone is heeded too. */
async function changeOneMember(trial: Trial): Promise<Done> {
  const first = quietestCompany(trial);
  const [second] = trial.target.companies.filter((company) => company !== first);
  const { create, update } = contactTypes(trial);
  const hooks = trial.bench.webhooks;
  const control = await hooks.create(trial, first, [create, update]);
  const events = await hooks.create(trial, first, [create]);
  await change(trial, events, first, [update]);
  const { moves } = await webhookHabits(trial);
  const moved = second && moves ? await moveTo(trial, second, await hooks.create(trial, first, [create])) : undefined;
  const contact = await createContact(trial, first);
  await renameContact(trial, contact);
  const elsewhere = second && (await createContact(trial, second));
  for (const type of [create, update]) await awaitEvent(trial, control, type, contact);
  const { deliveryWithinMs } = trial.target.timing;
  await events.endpoint.until(() => arrivalsOf(events, update, contact).length > 0, deliveryWithinMs);
  if (moved && elsewhere) await moved.endpoint.until(() => arrivalsOf(moved, create, elsewhere).length > 0, deliveryWithinMs);
  const judge = (what: string, hook: Hook, of: Contact, type: string, expected: boolean): void => {
    const came = arrivalsOf(hook, type, of).length > 0;
    const message = `A webhook whose ${what} a PUT changed must receive by the new one alone.`;
    const named = `${type} of company ${of.company.id}`;
    trial.judge(came === expected, { message, expected: expected ? named : `no ${named}`, actual: came ? named : 'nothing' });
  };
  const judgeAll = (): void => {
    judge('Events', events, contact, update, true);
    judge('Events', events, contact, create, false);
    if (moved === undefined || elsewhere === undefined) return;
    judge('AziendaId', moved, elsewhere, create, true);
    judge('AziendaId', moved, contact, create, false);
  };
  return { hooks: moved ? [events, moved] : [events], contacts: [contact], judge: judgeAll };
}

/** Gives a webhook another Url: with a query where the target takes one, which is its choice. */
async function move(trial: Trial, hook: Hook, company: Company, events: readonly string[]): Promise<Hook> {
  const queried = { ...hook, url: withQuery(hook.url) };
  if (isSuccess(await trial.send(await changeCall(trial, queried, company, events)))) return queried;
  await change(trial, hook, company, events);
  return hook;
}

/** Undefined where a webhook is not moved under the license key of the company that it leaves, which is not said to serve. */
async function moveTo(trial: Trial, company: Company, hook: Hook): Promise<Hook | undefined> {
  const { create } = contactTypes(trial);
  const isMoved = await unlessRefused(change(trial, hook, company, [create]).then(() => true));
  if (!isMoved) trial.leaveUnjudged(`a webhook whose AziendaId is changed to another company: the target refuses such a PUT`);
  return isMoved ? hook : undefined;
}

async function change(trial: Trial, hook: Hook, company: Company, events: readonly string[]): Promise<void> {
  await trial.prepare(await changeCall(trial, hook, company, events));
}

async function changeCall(trial: Trial, hook: Hook, company: Company, events: readonly string[]): Promise<Call> {
  const { putsId } = await webhookHabits(trial);
  const body = {
    ...webhookBody(company, hook.url, hook.endpoint.name, events),
    ConcurrencyToken: hook.concurrencyToken,
    ...(putsId && { Id: identifier(hook.id) }),
  };
  return (await trial.api()).call('updateWebhook', { company: hook.company, id: hook.id, body });
}
