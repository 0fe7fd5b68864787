import { isSuccess } from '../../http/answer.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { type JsonObject, memberOf, writeJson } from '../../model/json.ts';
import { Inconclusive } from '../../model/verdict.ts';
import { creationCall, draftWebhook, registered, update } from '../../scenarios/webhooks/registration.ts';
import { sameMembers, viewsOf, webhookOf } from '../../scenarios/webhooks/webhook-view.ts';

/** HOOK-11: Events is an array of {Object}.{EventType}. */
export const hook11: Check = check('HOOK-11', { isolation: 'shared', weight: 1 }, async (context) => {
  const types = await knownTypes(context);
  const draft = await draftWebhook(context, { events: types });
  const created = await context.sendRightful(await creationCall(context, draft));
  judgeAccepted(context, 'POST', types, created.status);
  judgeShown(context, 'the creation', types, webhookOf(created) ?? {});
  const webhook = registered(context, draft, created);
  for (const { how, shown } of await viewsOf(context, webhook)) judgeShown(context, how, types, shown);
  const [even, odd] = [0, 1].map((rest) => types.filter((_type, index) => index % 2 === rest));
  for (const changed of context.some([types.slice(0, 1), even, odd, types.toReversed()])) {
    if (changed === undefined || changed.length === 0) continue;
    const { status } = await update(context, webhook, { Events: changed }, (call) => context.sendRightful(call));
    judgeAccepted(context, 'PUT', changed, status);
    for (const { how, shown } of await viewsOf(context, webhook)) judgeShown(context, `${how} after a PUT`, changed, shown);
  }
});

/** The types that the target accepts one by one, since not every entity fires every event. */
async function knownTypes(context: CheckContext): Promise<readonly string[]> {
  const { anagrafica, articolo, documento, xml } = context.target.surface.eventObjects;
  const written = [anagrafica, articolo, documento].flatMap((object) => ['Create', 'Update', 'Delete'].map((type) => `${object}.${type}`));
  const known: string[] = [];
  for (const type of [...written, `${documento}.Emit`, `${xml}.Export`]) {
    if (isSuccess(await context.sendRightful(await creationCall(context, await draftWebhook(context, { events: [type] })))))
      known.push(type);
  }
  if (known.length === 0) throw new Inconclusive('the target creates no webhook for any event type');
  return known;
}

function judgeAccepted(context: CheckContext, method: string, events: readonly string[], status: number): void {
  context.judge(status >= 200 && status < 300, {
    message: `A ${method} must be accepted with any choice of the event types that are accepted one by one.`,
    expected: `2xx for ${events.join(', ')}`,
    actual: String(status),
  });
}

function judgeShown(context: CheckContext, how: string, sent: readonly string[], webhook: JsonObject): void {
  const shown = memberOf(webhook, 'events');
  context.judge(sameMembers(sent, shown), {
    message: `The events shown by ${how} must be an array of the event types that were sent.`,
    expected: writeJson(sent),
    actual: writeJson(shown ?? null),
  });
}
