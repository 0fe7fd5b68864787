import fc from 'fast-check';
import type { Trial } from '../../engine/trial.ts';
import { isSuccess } from '../../http/answer.ts';
import { type JsonObject, memberOf, writeJson } from '../../http/json.ts';
import { type Check, check } from '../../model/check.ts';
import { creationCall, draftWebhook, register, update, updateCall, type WebhookDraft } from '../../scenarios/webhooks/registration.ts';
import { currentToken, listedWebhooks } from '../../scenarios/webhooks/webhook-view.ts';

const events: readonly (readonly string[])[] = [
  [],
  [''],
  ['Anagrafica'],
  ['Anagrafica.'],
  ['.Create'],
  ['Anagrafica Create'],
  ['Anagrafica.Explode'],
  ['Anagrafica.create'],
  ['Anagrafica.Create.Now'],
  ['Anagrafica.Create', 'Anagrafica.Rename'],
];

/** HOOK-16: an event type that is no {Object}.{EventType} with a known EventType, an empty Events, an unknown AziendaId: 400, nothing created. */
export const hook16: Check = check('HOOK-16', async (trial) => {
  // The control: the same webhook with known values is created, and changed.
  const hook = await register(trial, await draftWebhook(trial));
  const token = await currentToken(trial, hook, await update(trial, hook, {}));
  const wrong: fc.Arbitrary<JsonObject> = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...events).map((Events) => ({ Events })) },
    { weight: 1, arbitrary: fc.integer({ min: 1_000_000_007, max: 2_000_000_011 }).map((AziendaId) => ({ AziendaId })) },
  );
  const examples: readonly JsonObject[] = [{ Events: [] }, { AziendaId: 1_000_000_008 }, { Events: ['Anagrafica.Explode'] }];
  const judge = async (changes: JsonObject): Promise<void> => {
    await judgePost(trial, await draftWebhook(trial), changes);
    const answer = await trial.sendJudged(await updateCall(trial, hook, { changes, token }), '400');
    judgeRefused(trial, 'PUT', changes, answer.status);
  };
  await trial.forAll(wrong, 8, judge, examples);
  const accepted = await trial.send(await updateCall(trial, hook, { token }));
  trial.judge(isSuccess(accepted), {
    message: 'A refused PUT must leave the webhook and its token as they were.',
    expected: '2xx to the same PUT with known values',
    actual: String(accepted.status),
  });
});

async function judgePost(trial: Trial, draft: WebhookDraft, changes: JsonObject): Promise<void> {
  const answer = await trial.sendJudged(await creationCall(trial, { ...draft, body: { ...draft.body, ...changes } }), '400');
  judgeRefused(trial, 'POST', changes, answer.status);
  const entries = await listedWebhooks(trial, draft);
  const there = entries?.some((entry) => memberOf(entry, 'description') === draft.endpoint.name) ?? false;
  trial.judge(!there, { message: 'A refused POST must create nothing.', expected: 'no webhook', actual: 'one that the list shows' });
}

function judgeRefused(trial: Trial, method: string, changes: JsonObject, status: number): void {
  trial.judge(status === 400, {
    message: `A ${method} of a webhook with ${writeJson(changes)} must be refused.`,
    expected: '400',
    actual: String(status),
  });
}
