import type { Trial } from '../../engine/trial.ts';
import { isSuccess } from '../../http/answer.ts';
import { identifier, type Json, type JsonObject, memberOf } from '../../http/json.ts';
import { type Check, check } from '../../model/check.ts';
import type { Company } from '../../model/target.ts';
import { contactTypes } from '../../scenarios/resources/contact-life.ts';
import { tellHooks } from '../../scenarios/subscriptions/reached.ts';
import {
  creationCall,
  draftWebhook,
  type Registration,
  register,
  registered,
  updateCall,
  withdraw,
} from '../../scenarios/webhooks/registration.ts';
import { webhookHabits } from '../../scenarios/webhooks/webhook-habits.ts';
import { currentToken, viewsOf, webhookOf } from '../../scenarios/webhooks/webhook-view.ts';

/** HOOK-09: AziendaId is an integer or null; null means all companies. */
export const hook09: Check = check('HOOK-09', async (trial) => {
  const { companies } = trial.target;
  for (const company of companies) await withdraw(trial, await create(trial, identifier(company.id), company));
  // Not every entity has events: what hears of none is only looked at.
  await withdraw(trial, await create(trial, null));
  const events = [contactTypes(trial).create];
  await withdraw(trial, await register(trial, await draftWebhook(trial, { events })));
  const everywhere = await create(trial, null, companies[0], events);
  // Whether a webhook may change its company is not said.
  const { moves } = await webhookHabits(trial);
  const widened = moves ? [await create(trial, identifier(companies[0].id), companies[0], events)] : [];
  for (const hook of widened) await widen(trial, hook);
  for (const company of companies) {
    const reached = await tellHooks(trial, [everywhere, ...widened], company);
    for (const hook of [everywhere, ...widened]) {
      trial.judge(reached.deliveries(hook).length > 0, {
        message: `A webhook ${hook === everywhere ? 'created' : 'changed by PUT'} with AziendaId null must receive the events of company ${company.id}.`,
        expected: contactTypes(trial).create,
        actual: 'nothing',
      });
    }
  }
  await withdraw(trial, everywhere, ...widened);
});

async function create(
  trial: Trial,
  aziendaId: Json,
  company: Company = trial.target.companies[0],
  events?: readonly string[],
): Promise<Registration> {
  const [first] = trial.target.companies;
  const draft = await draftWebhook(trial, { company, aziendaId, ...(events && { events }) });
  const answer = await trial.sendRightful(await creationCall(trial, draft));
  // Which of a user's license keys serves on a configuration endpoint is not said.
  if (answer.status === 403 && company !== first) return await create(trial, aziendaId, first, events);
  trial.judge(isSuccess(answer), {
    message: `A webhook with AziendaId ${aziendaId} must be created.`,
    expected: '2xx',
    actual: String(answer.status),
  });
  judgeShown(trial, 'the creation', aziendaId, webhookOf(answer) ?? {});
  const hook = registered(trial, draft, answer);
  for (const { how, webhook } of await viewsOf(trial, hook)) judgeShown(trial, how, aziendaId, webhook);
  return hook;
}

async function widen(trial: Trial, hook: Registration): Promise<void> {
  const token = await currentToken(trial, hook, hook.answer);
  const answer = await trial.sendRightful(await updateCall(trial, hook, { changes: { AziendaId: null }, token }));
  trial.judge(isSuccess(answer), {
    message: 'A PUT with AziendaId null must be accepted.',
    expected: '2xx',
    actual: String(answer.status),
  });
  for (const { how, webhook } of await viewsOf(trial, hook)) judgeShown(trial, `${how} after a PUT`, null, webhook);
}

/** An identifier that the configuration writes as no integer is compared as the text that it is. */
function judgeShown(trial: Trial, how: string, sent: Json, webhook: JsonObject): void {
  const shown = memberOf(webhook, 'aziendaId');
  const right = sent === null ? shown === null : typeof shown === typeof sent && String(shown) === String(sent);
  trial.judge(right, {
    message: `${how} must show the AziendaId that was sent.`,
    expected: String(sent),
    actual: JSON.stringify(String(shown)),
  });
}
