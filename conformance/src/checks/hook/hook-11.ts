import fc from 'fast-check';
import type { Trial } from '../../engine/trial.ts';
import { isSuccess } from '../../http/answer.ts';
import { type JsonObject, memberOf } from '../../http/json.ts';
import { type Check, check } from '../../model/check.ts';
import { Inconclusive } from '../../model/verdict.ts';
import { creationCall, draftWebhook, registered, updateCall } from '../../scenarios/webhooks/registration.ts';
import { currentToken, sameMembers, viewsOf, webhookOf } from '../../scenarios/webhooks/webhook-view.ts';

/** HOOK-11: Events is an array of {Object}.{EventType}. */
export const hook11: Check = check('HOOK-11', async (trial) => {
  const types = await knownTypes(trial);
  const some = fc.subarray([...types], { minLength: 1 });
  await trial.forAll(
    fc.record({ created: some, changed: some }),
    5,
    async ({ created, changed }) => {
      const draft = await draftWebhook(trial, { events: created });
      const answer = await trial.sendRightful(await creationCall(trial, draft));
      judgeAccepted(trial, 'POST', created, answer.status);
      judgeShown(trial, 'the creation', created, webhookOf(answer) ?? {});
      const hook = registered(trial, draft, answer);
      for (const { how, webhook } of await viewsOf(trial, hook)) judgeShown(trial, how, created, webhook);
      const token = await currentToken(trial, hook, answer);
      const updated = await trial.sendRightful(await updateCall(trial, hook, { changes: { Events: changed }, token }));
      judgeAccepted(trial, 'PUT', changed, updated.status);
      for (const { how, webhook } of await viewsOf(trial, hook)) judgeShown(trial, `${how} after a PUT`, changed, webhook);
    },
    [{ created: [...types], changed: [...types].slice(0, 1) }],
  );
});

/** The types that the target takes one by one: not every entity fires every event. */
async function knownTypes(trial: Trial): Promise<readonly [string, ...string[]]> {
  const { anagrafica, articolo, documento, xml } = trial.target.surface.eventObjects;
  const written = [anagrafica, articolo, documento].flatMap((object) => ['Create', 'Update', 'Delete'].map((type) => `${object}.${type}`));
  const known: string[] = [];
  for (const type of [...written, `${documento}.Emit`, `${xml}.Export`]) {
    if (isSuccess(await trial.sendRightful(await creationCall(trial, await draftWebhook(trial, { events: [type] }))))) known.push(type);
  }
  const [first, ...others] = known;
  if (first === undefined) throw new Inconclusive('the target creates no webhook for any event type');
  return [first, ...others];
}

function judgeAccepted(trial: Trial, method: string, events: readonly string[], status: number): void {
  trial.judge(status >= 200 && status < 300, {
    message: `A ${method} with several event types must be accepted, since each alone is.`,
    expected: `2xx for ${events.join(', ')}`,
    actual: String(status),
  });
}

function judgeShown(trial: Trial, how: string, sent: readonly string[], webhook: JsonObject): void {
  const shown = memberOf(webhook, 'events');
  trial.judge(sameMembers(sent, shown), {
    message: `${how} must show the event types that were sent, as an array.`,
    expected: JSON.stringify(sent),
    actual: JSON.stringify(shown ?? null),
  });
}
