import { contactTypes } from '../../api/event-names.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { lacking } from '../../model/verdict.ts';
import type { Webhook } from '../../model/webhook.ts';
import { askedLater, beginAskedLater, judgeAskedLater } from '../../scenarios/events/asked-later.ts';
import { firedEvents } from '../../scenarios/events/fired-events.ts';
import {
  arrivalsOf,
  awaitEvent,
  type Contact,
  createContact,
  deliveriesAbout,
  quietestCompany,
  renameContact,
} from '../../scenarios/resources/contact-life.ts';
import { unlessAbsent } from '../../scenarios/unless-absent.ts';
import { change, escapedTo, move, moveTo } from '../../scenarios/webhooks/changed-webhook.ts';
import { createWebhook } from '../../scenarios/webhooks/create-webhook.ts';
import { webhookCapabilities } from '../../scenarios/webhooks/webhook-capabilities.ts';
import { nothing } from '../../wait/nothing.ts';

/** What was done, and is judged once nothing more comes. */
interface Done {
  readonly webhooks: readonly Webhook[];
  readonly contacts: readonly Contact[];
  readonly judge: () => void;
}

/** EVT-12: a webhook changed by PUT receives by its new Url and Events. */
export const evt12: Check = check(
  'EVT-12',
  { isolation: 'shared', weight: 2, awaitsDelivery: true },
  async (context) => {
    if (context.target.surface.anagraficaPut === null)
      throw lacking('contacts cannot be changed, so that no second event type comes (surface.anagraficaPut)');
    const done = [await changeUrlAndEvents(context), await changeOneMember(context), await changeAmidEvents(context)];
    const webhooks = done.flatMap((one) => one.webhooks);
    await nothing(context, webhooks, () => done.flatMap((one) => deliveriesAbout(one.webhooks, one.contacts)));
    for (const { judge } of done) judge();
    await unlessAbsent(context, 'the events of other operations than those of contacts', () => judgeEveryType(context));
    const later = await unlessAbsent(context, 'a type that nothing asked for before', () => askedLater(context));
    if (later?.changed) await judgeAskedLater(context, later.changed, 'that a PUT gave a type');
  },
  beginAskedLater,
);

/** Whatever is done, its event goes where the webhook is now. */
async function judgeEveryType(context: CheckContext): Promise<void> {
  const { all, stale = [], moved, asked, unasked = [] } = await firedEvents(context);
  const [astray] = stale;
  context.judge(astray === undefined, {
    message: 'A changed webhook must not receive at its old Url.',
    expected: 'nothing',
    actual: String(astray?.evento.type),
    about: { 'came to the old Url': astray?.attempt },
  });
  const [again] = asked?.astray ?? [];
  context.judge(again === undefined, {
    message: 'What is delivered again must not come to the Url that its webhook had before.',
    expected: 'nothing',
    actual: String(again?.evento.type),
    about: { 'came to the old Url': again?.attempt },
  });
  const missing = asked?.missing ?? [];
  context.judge(missing.length === 0, {
    message: 'What is delivered again must come to the Url that its webhook has by then.',
    expected: missing.join(', '),
    actual: 'nothing, though it came again to another webhook',
  });
  const [dropped] = unasked;
  context.judge(dropped === undefined, {
    message: 'A changed webhook must not receive what its Events had before.',
    expected: 'nothing',
    actual: String(dropped?.evento.type),
    about: { 'came although it was taken from the Events': dropped?.attempt },
  });
  if (moved.size === 0) return;
  for (const { type, once } of all) {
    if (!once.some(({ evento }) => evento.type === type)) continue;
    context.judge(moved.has(type), { message: 'A changed webhook must receive at its new Url.', expected: type, actual: 'nothing' });
  }
}

async function changeUrlAndEvents(context: CheckContext): Promise<Done> {
  const company = quietestCompany(context);
  const { create, update } = contactTypes(context);
  const before = await createWebhook(context, company, [create]);
  const control = await createWebhook(context, company, [create, update]);
  await awaitEvent(context, before, create, await createContact(context, company));
  const { endpoint, url } = await context.run.webhooks.open(context.rule);
  const after = await move(context, { ...before, endpoint, url }, company, [update]);

  const contact = await createContact(context, company);
  await renameContact(context, contact);
  await awaitEvent(context, control, create, contact);
  await awaitEvent(context, control, update, contact);
  await after.endpoint.arrives(() => arrivalsOf(after, update, contact).length > 0, context.target.timing.deliveryWithinMs);
  return { webhooks: [before, after], contacts: [contact], judge: () => judgeChanged(context, before, after, contact) };
}

function judgeChanged(context: CheckContext, before: Webhook, after: Webhook, contact: Contact): void {
  const { create, update } = contactTypes(context);
  const judge = (holds: boolean, message: string, expected: string, actual: string): void =>
    context.judge(holds, { message, expected, actual });
  judge(arrivalsOf(after, update, contact).length > 0, 'A changed webhook must receive at its new Url.', update, 'nothing');
  judge(
    arrivalsOf(after, create, contact).length === 0,
    'A changed webhook must not receive what its Events no longer hold.',
    'nothing',
    create,
  );
  // What stands before the last parts may be another's, in front of the receiver.
  const { pathname, search } = new URL(after.url);
  const [name, escaped] = [after.endpoint.name, escapedTo(after.endpoint.name)];
  const end = (pathname.endsWith(escaped) ? escaped : name) + search;
  const astray = arrivalsOf(after, update, contact).find(({ attempt }) => !attempt.path.endsWith(end));
  judge(astray === undefined, 'A webhook must receive at the whole of its Url.', after.url, `POST ${astray?.attempt.path}`);
  const stale = [...arrivalsOf(before, create, contact), ...arrivalsOf(before, update, contact)];
  judge(stale.length === 0, 'A changed webhook must not receive at its old Url.', 'nothing', `${stale.length} deliveries`);
}

/** A PUT between two events of the same types is heeded at once: nothing else changes who is told meanwhile. */
async function changeAmidEvents(context: CheckContext): Promise<Done> {
  const company = quietestCompany(context);
  const { create, update } = contactTypes(context);
  const control = await createWebhook(context, company, [create, update]);
  const webhook = await createWebhook(context, company, [create]);
  await renameContact(context, await createContact(context, company));
  await change(context, webhook, company, [update]);
  const contact = await createContact(context, company);
  await renameContact(context, contact);
  for (const type of [create, update]) await awaitEvent(context, control, type, contact);
  await webhook.endpoint.arrives(() => arrivalsOf(webhook, update, contact).length > 0, context.target.timing.deliveryWithinMs);
  const judge = (): void => {
    judgeByNew(context, { what: 'Events', webhook }, { of: contact, type: update, expected: true });
    judgeByNew(context, { what: 'Events', webhook }, { of: contact, type: create, expected: false });
  };
  return { webhooks: [webhook], contacts: [contact], judge };
}

/** A PUT that changes one member alone is heeded too. */
async function changeOneMember(context: CheckContext): Promise<Done> {
  const first = quietestCompany(context);
  const [second] = context.target.companies.filter((company) => company !== first);
  const { create, update } = contactTypes(context);
  const control = await createWebhook(context, first, [create, update]);
  const events = await createWebhook(context, first, [create]);
  await change(context, events, first, [update]);
  const { moves } = await webhookCapabilities(context);
  const moved = second && moves ? await moveTo(context, second, await createWebhook(context, first, [create])) : undefined;
  const widened = second && moves ? await moveTo(context, undefined, await createWebhook(context, first, [create])) : undefined;
  const contact = await createContact(context, first);
  await renameContact(context, contact);
  const elsewhere = second && (await createContact(context, second));
  for (const type of [create, update]) await awaitEvent(context, control, type, contact);
  const { deliveryWithinMs } = context.target.timing;
  await events.endpoint.arrives(() => arrivalsOf(events, update, contact).length > 0, deliveryWithinMs);
  for (const webhook of [moved, widened])
    if (webhook && elsewhere) await webhook.endpoint.arrives(() => arrivalsOf(webhook, create, elsewhere).length > 0, deliveryWithinMs);
  const judge = (what: string, webhook: Webhook, of: Contact, type: string, expected: boolean): void =>
    judgeByNew(context, { what, webhook }, { of, type, expected });
  const judgeAll = (): void => {
    judge('Events', events, contact, update, true);
    judge('Events', events, contact, create, false);
    if (elsewhere === undefined) return;
    if (widened) judge('AziendaId', widened, elsewhere, create, true);
    if (moved === undefined) return;
    judge('AziendaId', moved, elsewhere, create, true);
    judge('AziendaId', moved, contact, create, false);
  };
  return { webhooks: [events, ...(moved ? [moved] : [])], contacts: [contact], judge: judgeAll };
}

/** @param what the member that a PUT changed */
function judgeByNew(
  context: CheckContext,
  { what, webhook }: { readonly what: string; readonly webhook: Webhook },
  { of, type, expected }: { readonly of: Contact; readonly type: string; readonly expected: boolean },
): void {
  const came = arrivalsOf(webhook, type, of).length > 0;
  const message = `A webhook whose ${what} a PUT changed must receive by the new one alone.`;
  const named = `${type} of company ${of.company.id}`;
  context.judge(came === expected, { message, expected: expected ? named : `no ${named}`, actual: came ? named : 'nothing' });
}
