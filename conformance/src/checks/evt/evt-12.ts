import { contactTypes } from '../../api/event-names.ts';
import { webhookBody } from '../../api/webhook-body.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { identifier } from '../../model/json.ts';
import type { Company } from '../../model/target.ts';
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
} from '../../scenarios/resources/contact-life.ts';
import { unlessRefused } from '../../scenarios/unless-refused.ts';
import { createWebhook } from '../../scenarios/webhooks/create-webhook.ts';
import { webhookCapabilities } from '../../scenarios/webhooks/webhook-capabilities.ts';
import { nothing } from '../../wait/arrives.ts';

/** EVT-12: a webhook changed by PUT receives by its new Url and Events. */
export const evt12: Check = check(
  'EVT-12',
  { isolation: 'shared', weight: 2, awaitsDelivery: true },
  async (context) => {
    if (context.target.surface.anagraficaPut === null)
      throw lacking('contacts cannot be changed, so there is no second event type (surface.anagraficaPut)');
    await judgeUrlAndEvents(context);
    await context.part('webhooks that a PUT moves to another company', () => judgeCompany(context));
    const later = await context.part('a type that no webhook asked for before', () => askedLater(context));
    if (later?.changed) await judgeAskedLater(context, later.changed, 'that a PUT gave a type');
  },
  beginAskedLater,
);

/** Every event follows the current Url and Events of a webhook. */
async function judgeUrlAndEvents(context: CheckContext): Promise<void> {
  const { all, stale = [], moved, asked, unasked = [] } = await firedEvents(context);
  const [astray] = stale;
  context.judge(astray === undefined, {
    message: 'A changed webhook must not receive anything at its old Url.',
    expected: 'nothing',
    actual: String(astray?.evento.type),
    about: { 'came to the old Url': astray?.attempt },
  });
  const [again] = asked?.astray ?? [];
  context.judge(again === undefined, {
    message: 'A redelivered event must not come to the old Url of its webhook.',
    expected: 'nothing',
    actual: String(again?.evento.type),
    about: { 'came to the old Url': again?.attempt },
  });
  const missing = asked?.missing ?? [];
  context.judge(missing.length === 0, {
    message: 'A redelivered event must come to the current Url of its webhook.',
    expected: missing.join(', '),
    actual: 'nothing, though another webhook got it again',
  });
  const [dropped] = unasked;
  context.judge(dropped === undefined, {
    message: 'A changed webhook must not receive types that were removed from its Events.',
    expected: 'nothing',
    actual: String(dropped?.evento.type),
    about: { 'came although its type was removed from the Events': dropped?.attempt },
  });
  const [misled] = moved?.misled ?? [];
  context.judge(misled === undefined, {
    message: 'A webhook must receive its events at its full Url.',
    expected: 'the path and the query of its Url',
    actual: `POST ${misled?.attempt.path}`,
    about: { 'came to another path': misled?.attempt },
  });
  for (const { type, once, amid, newcomers } of all) {
    if (!once.some(({ evento }) => evento.type === type)) continue;
    context.judge(moved === undefined || moved.types.has(type), {
      message: 'A changed webhook must receive its events at its new Url.',
      expected: type,
      actual: 'nothing',
    });
    const changed = amid.isDone ? newcomers?.changed : undefined;
    context.judge(changed === undefined || changed.length > 0, {
      message: `A webhook that got the type by a PUT after one ${type} must receive the next ${type}.`,
      expected: type,
      actual: 'nothing, though another webhook got such events',
    });
  }
}

/** A PUT changes only the AziendaId: of one webhook to another company, of a second one to null. */
async function judgeCompany(context: CheckContext): Promise<void> {
  const first = quietestCompany(context);
  const second = context.target.companies.find((company) => company !== first);
  const { moves } = await webhookCapabilities(context);
  if (second === undefined || !moves) return;
  const { create } = contactTypes(context);
  const control = await createWebhook(context, first, [create]);
  const moved = await moveTo(context, second, await createWebhook(context, first, [create]));
  const widened = await moveTo(context, undefined, await createWebhook(context, first, [create]));
  const [contact, elsewhere] = [await createContact(context, first), await createContact(context, second)];
  await awaitEvent(context, control, create, contact);
  for (const webhook of [moved, widened]) {
    const came = (): boolean => webhook === undefined || arrivalsOf(webhook, create, elsewhere).length > 0;
    await webhook?.endpoint.arrives(came, context.target.timing.deliveryWithinMs);
  }
  const webhooks = moved ? [moved] : [];
  await nothing(context, webhooks, () => deliveriesAbout(webhooks, [contact]));
  const judge = (webhook: Webhook | undefined, of: Contact, expected: boolean): void => {
    if (webhook === undefined) return;
    const came = arrivalsOf(webhook, create, of).length > 0;
    const named = `${create} of company ${of.company.id}`;
    context.judge(came === expected, {
      message: 'A webhook whose AziendaId a PUT changed must receive only the events of the new AziendaId.',
      expected: expected ? named : `no ${named}`,
      actual: came ? named : 'nothing',
    });
  };
  judge(widened, elsewhere, true);
  judge(moved, elsewhere, true);
  judge(moved, contact, false);
}

/** Undefined if the target refuses: the source does not say which license key a move needs. @param company undefined for all companies */
async function moveTo(context: CheckContext, company: Company | undefined, webhook: Webhook): Promise<Webhook | undefined> {
  const { putsId } = await webhookCapabilities(context);
  const body = {
    ...webhookBody(company, webhook.url, webhook.endpoint.name, webhook.events),
    ConcurrencyToken: webhook.concurrencyToken,
    ...(putsId && { Id: identifier(webhook.id) }),
  };
  const call = (await context.api()).call('updateWebhook', { company: webhook.company, id: webhook.id, body });
  if ((await unlessRefused(context.prepare(call))) !== undefined) return webhook;
  context.leaveUnjudged(`a webhook whose AziendaId is changed to ${company?.id ?? 'null'}: the target refuses such a PUT`);
  return undefined;
}
