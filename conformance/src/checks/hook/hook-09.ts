import { contactTypes } from '../../api/event-names.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { JUDGED } from '../../model/evidence.ts';
import { identifier, type Json, memberOf } from '../../model/json.ts';
import type { Company } from '../../model/target.ts';
import { fireEvent } from '../../scenarios/subscriptions/delivered-event.ts';
import {
  creationCall,
  draftWebhook,
  type Registration,
  register,
  registered,
  update,
  withdraw,
} from '../../scenarios/webhooks/registration.ts';
import { webhookCapabilities } from '../../scenarios/webhooks/webhook-capabilities.ts';
import { webhookLives } from '../../scenarios/webhooks/webhook-lives.ts';

/** HOOK-09: AziendaId is an integer or null; null means all companies. */
export const hook09: Check = check('HOOK-09', { isolation: 'shared', weight: 1, awaitsDelivery: true }, async (context) => {
  const { companies } = context.target;
  // Contacts may have no events. So these webhooks are only looked at, and the others below ask for events of contacts.
  for (const company of companies) await withdraw(context, await create(context, identifier(company.id), company));
  await withdraw(context, await create(context, null));
  for (const { looks } of await webhookLives(context)) {
    for (const { how, by, sent, shown, answer } of looks) {
      const [right, aziendaId] = [sent.AziendaId ?? null, memberOf(shown, 'aziendaId')];
      // The source does not say what a PUT answers. An identifier that is not an integer in the configuration is compared as a string.
      const isSame = right === null ? aziendaId === null : typeof aziendaId === typeof right && String(aziendaId) === String(right);
      context.judge(isSame || by === 'PUT', {
        message: `The aziendaId shown by ${how} must be the AziendaId that was sent.`,
        expected: String(right),
        actual: JSON.stringify(String(aziendaId)),
        about: { [JUDGED]: answer },
      });
    }
  }
  const events = [contactTypes(context).create];
  await withdraw(context, await register(context, await draftWebhook(context, { events })));
  const everywhere = await create(context, null, companies[0], events);
  // The source does not say whether a webhook may change its company.
  const { moves } = await webhookCapabilities(context);
  const widened = moves ? [await create(context, identifier(companies[0].id), companies[0], events)] : [];
  for (const webhook of widened) {
    const { status } = await update(context, webhook, { AziendaId: null }, (call) => context.sendRightful(call));
    judgeAccepted(context, 'A PUT with AziendaId null must be accepted.', status);
  }
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
  judgeAccepted(context, `A webhook with AziendaId ${aziendaId} must be created.`, answer.status);
  return registered(context, draft, answer);
}

function judgeAccepted(context: CheckContext, message: string, status: number): void {
  context.judge(status >= 200 && status < 300, { message, expected: '2xx', actual: String(status) });
}
