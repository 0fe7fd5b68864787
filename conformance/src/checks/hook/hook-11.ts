import fc from 'fast-check';
import { isSuccess } from '../../http/answer.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { type JsonObject, memberOf, writeJson } from '../../model/json.ts';
import { Inconclusive } from '../../model/verdict.ts';
import { creationCall, draftWebhook, registered, updateCall } from '../../scenarios/webhooks/registration.ts';
import { currentToken, sameMembers, viewsOf, webhookOf } from '../../scenarios/webhooks/webhook-view.ts';

/** HOOK-11: Events is an array of {Object}.{EventType}. */
export const hook11: Check = check('HOOK-11', { isolation: 'shared', weight: 1 }, async (context) => {
  const types = await knownTypes(context);
  const some = fc.subarray([...types], { minLength: 1 });
  await context.forAll(
    fc.record({ created: some, changed: some }),
    2,
    async ({ created, changed }) => {
      const draft = await draftWebhook(context, { events: created });
      const answer = await context.sendRightful(await creationCall(context, draft));
      judgeAccepted(context, 'POST', created, answer.status);
      judgeShown(context, 'the creation', created, webhookOf(answer) ?? {});
      const webhook = registered(context, draft, answer);
      for (const { how, shown } of await viewsOf(context, webhook)) judgeShown(context, how, created, shown);
      const token = await currentToken(context, webhook, answer);
      const updated = await context.sendRightful(await updateCall(context, webhook, { changes: { Events: changed }, token }));
      judgeAccepted(context, 'PUT', changed, updated.status);
      for (const { how, shown } of await viewsOf(context, webhook)) judgeShown(context, `${how} after a PUT`, changed, shown);
    },
    [{ created: [...types], changed: [...types].slice(0, 1) }],
  );
});

/** The types that the target accepts one by one, since not every entity fires every event. */
async function knownTypes(context: CheckContext): Promise<readonly [string, ...string[]]> {
  const { anagrafica, articolo, documento, xml } = context.target.surface.eventObjects;
  const written = [anagrafica, articolo, documento].flatMap((object) => ['Create', 'Update', 'Delete'].map((type) => `${object}.${type}`));
  const known: string[] = [];
  for (const type of [...written, `${documento}.Emit`, `${xml}.Export`]) {
    if (isSuccess(await context.sendRightful(await creationCall(context, await draftWebhook(context, { events: [type] })))))
      known.push(type);
  }
  const [first, ...others] = known;
  if (first === undefined) throw new Inconclusive('the target creates no webhook for any event type');
  return [first, ...others];
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
