import { contactTypes } from '../../api/event-names.ts';
import { isSuccess } from '../../http/answer.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { identifier, type Json, type JsonObject, memberOf } from '../../model/json.ts';
import type { Company } from '../../model/target.ts';
import { fireEvent } from '../../scenarios/subscriptions/delivered-event.ts';
import {
  creationCall,
  draftWebhook,
  type Registration,
  register,
  registered,
  updateCall,
  withdraw,
} from '../../scenarios/webhooks/registration.ts';
import { webhookCapabilities } from '../../scenarios/webhooks/webhook-capabilities.ts';
import { currentToken, viewsOf, webhookOf } from '../../scenarios/webhooks/webhook-view.ts';

/** HOOK-09: AziendaId is an integer or null; null means all companies. */
export const hook09: Check = check('HOOK-09', { isolation: 'shared', weight: 1, awaitsDelivery: true }, async (context) => {
  const { companies } = context.target;
  for (const company of companies) await withdraw(context, await create(context, identifier(company.id), company));
  // Contacts may have no events. So these webhooks are only looked at, and the others below ask for events of contacts.
  await withdraw(context, await create(context, null));
  const events = [contactTypes(context).create];
  await withdraw(context, await register(context, await draftWebhook(context, { events })));
  const everywhere = await create(context, null, companies[0], events);
  // The source does not say whether a webhook may change its company.
  const { moves } = await webhookCapabilities(context);
  const widened = moves ? [await create(context, identifier(companies[0].id), companies[0], events)] : [];
  for (const webhook of widened) await widen(context, webhook);
  for (const company of companies) {
    const reached = await fireEvent(context, [everywhere, ...widened], company);
    for (const webhook of [everywhere, ...widened]) {
      context.judge(reached.deliveries(webhook).length > 0, {
        message: `A webhook ${webhook === everywhere ? 'created' : 'changed by PUT'} with AziendaId null must receive the events of company ${company.id}.`,
        expected: contactTypes(context).create,
        actual: 'nothing',
      });
    }
  }
  await withdraw(context, everywhere, ...widened);
});

async function create(
  context: CheckContext,
  aziendaId: Json,
  company: Company = context.target.companies[0],
  events?: readonly string[],
): Promise<Registration> {
  const [first] = context.target.companies;
  const draft = await draftWebhook(context, { company, aziendaId, ...(events && { events }) });
  const answer = await context.sendRightful(await creationCall(context, draft));
  // The source does not say which of a user's license keys a configuration endpoint takes.
  if (answer.status === 403 && company !== first) return await create(context, aziendaId, first, events);
  context.judge(isSuccess(answer), {
    message: `A webhook with AziendaId ${aziendaId} must be created.`,
    expected: '2xx',
    actual: String(answer.status),
  });
  judgeShown(context, 'the creation', aziendaId, webhookOf(answer) ?? {});
  const webhook = registered(context, draft, answer);
  for (const { how, shown } of await viewsOf(context, webhook)) judgeShown(context, how, aziendaId, shown);
  return webhook;
}

async function widen(context: CheckContext, webhook: Registration): Promise<void> {
  const token = await currentToken(context, webhook, webhook.answer);
  const answer = await context.sendRightful(await updateCall(context, webhook, { changes: { AziendaId: null }, token }));
  context.judge(isSuccess(answer), {
    message: 'A PUT with AziendaId null must be accepted.',
    expected: '2xx',
    actual: String(answer.status),
  });
  for (const { how, shown } of await viewsOf(context, webhook)) judgeShown(context, `${how} after a PUT`, null, shown);
}

/** An identifier that the configuration does not write as an integer is compared as a string. */
function judgeShown(context: CheckContext, how: string, sent: Json, webhook: JsonObject): void {
  const shown = memberOf(webhook, 'aziendaId');
  const right = sent === null ? shown === null : typeof shown === typeof sent && String(shown) === String(sent);
  context.judge(right, {
    message: `The aziendaId shown by ${how} must be the AziendaId that was sent.`,
    expected: String(sent),
    actual: JSON.stringify(String(shown)),
  });
}
