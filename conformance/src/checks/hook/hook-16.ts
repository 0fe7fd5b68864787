import fc from 'fast-check';
import { creationCall, draftWebhook, register, type WebhookDraft } from '../../probe/registration.ts';
import { listedWebhooks } from '../../probe/webhook-view.ts';
import { type Check, check } from '../../run/check.ts';
import type { Trial } from '../../run/trial.ts';
import type { JsonObject } from '../../wire/json.ts';
import { memberOf } from '../../wire/json.ts';

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
  // The control: the same webhook with known values is created.
  await register(trial, await draftWebhook(trial));
  const wrong: fc.Arbitrary<JsonObject> = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...events).map((Events) => ({ Events })) },
    { weight: 1, arbitrary: fc.integer({ min: 1_000_000_007, max: 2_000_000_011 }).map((AziendaId) => ({ AziendaId })) },
  );
  const examples: readonly JsonObject[] = [{ Events: [] }, { AziendaId: 1_000_000_008 }, { Events: ['Anagrafica.Explode'] }];
  await trial.forAll(wrong, 8, async (changes) => judgeRefused(trial, await draftWebhook(trial), changes), examples);
});

async function judgeRefused(trial: Trial, draft: WebhookDraft, changes: JsonObject): Promise<void> {
  const answer = await trial.sendJudged(await creationCall(trial, { ...draft, body: { ...draft.body, ...changes } }), '400');
  trial.judge(answer.status === 400, {
    message: `A webhook with ${JSON.stringify(changes)} must be refused.`,
    expected: '400',
    actual: String(answer.status),
  });
  const entries = await listedWebhooks(trial, draft);
  const there = entries?.some((entry) => memberOf(entry, 'description') === draft.endpoint.name) ?? false;
  trial.judge(!there, { message: 'A refused POST must create nothing.', expected: 'no webhook', actual: 'one that the list shows' });
}
