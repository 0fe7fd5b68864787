import { contactTypes } from '../../api/event-names.ts';
import { isSuccess } from '../../http/answer.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { type Json, type JsonObject, memberOf, writeJson } from '../../model/json.ts';
import { fireForEach } from '../../scenarios/subscriptions/delivered-event.ts';
import { unlessRefused } from '../../scenarios/unless-refused.ts';
import { type Audience, type Audiences, audienceOf, audiences, registerEach } from '../../scenarios/webhooks/audiences.ts';
import {
  creationCall,
  draftWebhook,
  type Registration,
  register,
  registered,
  tryUpdates,
  update,
  withdraw,
} from '../../scenarios/webhooks/registration.ts';
import { viewsOfAll, webhookOf } from '../../scenarios/webhooks/webhook-view.ts';

/** What a client might send to disable a webhook. Many services read names case-insensitively. */
const disablings: readonly JsonObject[] = [{ Enabled: false }, { enabled: false }, { Enabled: null }];

/** HOOK-03: Enabled is true on creation; an Enabled that a client sends is refused or ignored. */
export const hook03: Check = check('HOOK-03', { isolation: 'shared', weight: 1, awaitsDelivery: true }, async (context) => {
  const events = [contactTypes(context).create];
  const everyone = await audiences(context);
  // The control: the same webhooks without Enabled are created.
  const plain = await registerEach(context, everyone, { events });
  const sharing =
    (await context.part('webhooks with the Url of another', { from: 'standard' }, () => atTheirUrls(context, everyone, events, plain))) ??
    [];
  for (const { answer } of [...plain, ...sharing]) judgeEnabled(context, 'on creation', memberOf(webhookOf(answer), 'enabled'));
  await judgeShownEnabled(context, sharing, 'after its creation with the Url of another webhook');
  // From here on, deliveries to their Urls are for the other webhooks.
  await withdraw(context, ...sharing);
  const tried = context.some(disablings);
  const posted: Registration[] = [];
  for (const [turn, disabling] of tried.entries()) {
    const webhook = await postDisabled(context, audienceOf(everyone, turn), events, disabling);
    if (webhook !== undefined) posted.push(webhook);
  }
  await judgeShownEnabled(context, posted.length > 0 ? posted : plain, 'after its creation');
  for (const [turn, webhook] of plain.entries()) {
    const Description = `${webhook.endpoint.name} changed`;
    // The control: the same PUT without Enabled is accepted.
    const latest = turn === 0 ? await update(context, webhook, { Description }) : webhook.answer;
    const puts = tried.filter((_disabling, index) => (index + 1) % plain.length === turn);
    const bodies = puts.map((disabling) => ({ Description, ...disabling }));
    for (const answer of await tryUpdates(context, webhook, bodies, latest)) {
      const answered = memberOf(webhookOf(answer), 'enabled');
      if (answered !== undefined) judgeEnabled(context, 'in the answer to a PUT', answered);
    }
  }
  await judgeShownEnabled(context, plain, 'after a PUT');
  const webhooks = [...posted, ...plain];
  const reached = await fireForEach(context, webhooks);
  for (const webhook of webhooks) {
    context.judge(reached.deliveries(webhook).length > 0, {
      message: 'A webhook that a client tried to disable must still receive its events.',
      expected: events.join(),
      actual: 'nothing',
    });
  }
  await withdraw(context, ...webhooks);
});

/** Webhooks with the Urls of others, if the target accepts them. */
async function atTheirUrls(
  context: CheckContext,
  everyone: Audiences,
  events: readonly string[],
  webhooks: readonly Registration[],
): Promise<readonly Registration[]> {
  const sharing: Registration[] = [];
  for (const [turn, { url, endpoint }] of webhooks.entries()) {
    const { body, ...draft } = await draftWebhook(context, { ...audienceOf(everyone, turn), events });
    const webhook = await unlessRefused(register(context, { ...draft, url, endpoint, body: { ...body, Url: url } }));
    if (webhook !== undefined) sharing.push(webhook);
  }
  return sharing;
}

/** Undefined if the target refuses, which it may. */
async function postDisabled(
  context: CheckContext,
  audience: Audience,
  events: readonly string[],
  disabling: JsonObject,
): Promise<Registration | undefined> {
  const draft = await draftWebhook(context, { ...audience, events });
  const answer = await context.sendJudged(await creationCall(context, { ...draft, body: { ...draft.body, ...disabling } }), 'any answer');
  if (!isSuccess(answer)) return undefined;
  judgeEnabled(context, `after a POST with ${writeJson(disabling)}`, memberOf(webhookOf(answer), 'enabled'));
  return registered(context, draft, answer);
}

async function judgeShownEnabled(context: CheckContext, webhooks: readonly Registration[], when: string): Promise<void> {
  for (const { how, shown } of await viewsOfAll(context, webhooks))
    judgeEnabled(context, `${when}, as shown by ${how}`, memberOf(shown, 'enabled'));
}

function judgeEnabled(context: CheckContext, when: string, enabled: Json | undefined): void {
  context.judge(enabled === true, { message: `enabled must be true ${when}.`, expected: 'true', actual: String(enabled) });
}
