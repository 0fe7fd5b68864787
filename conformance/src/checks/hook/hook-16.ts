import fc from 'fast-check';
import { isSuccess } from '../../http/answer.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { identifier, type Json, type JsonObject, memberOf, writeJson } from '../../model/json.ts';
import { creationCall, draftWebhook, register, update, updateCall, type WebhookDraft } from '../../scenarios/webhooks/registration.ts';
import { currentToken, listedWebhooks } from '../../scenarios/webhooks/webhook-view.ts';

/** Values that are not event types by the contract. */
const wrongTypes: readonly Json[] = [
  null,
  ...['', 'Anagrafica', 'Anagrafica.', '.Create', 'Anagrafica Create', 'Anagrafica.Explode', 'Anagrafica.create'],
  ...['Anagrafica.Create.Now', 'Anagrafica.Rename'],
];
/** Each alone, and after a valid type, since a service may check only the first. */
const wrongEvents = [[], ...wrongTypes.flatMap((type) => [[type], ['Anagrafica.Create', type]])];

/** HOOK-16: an event type other than {Object}.{EventType} with a known EventType, empty Events, an unknown AziendaId: 400, nothing created. */
export const hook16: Check = check('HOOK-16', { isolation: 'shared', weight: 1 }, async (context) => {
  // The control: the same webhook with known values is created, and changed.
  const webhook = await register(context, await draftWebhook(context));
  const token = await currentToken(context, webhook, await update(context, webhook, {}));
  const wrong: fc.Arbitrary<JsonObject> = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...wrongEvents).map((Events) => ({ Events })) },
    { weight: 1, arbitrary: fc.integer({ min: 1_000_000_007, max: 2_000_000_011 }).map((AziendaId) => ({ AziendaId })) },
  );
  const examples: readonly JsonObject[] = [{ AziendaId: 1_000_000_008 }, ...wrongEvents.map((Events) => ({ Events }))];
  const judge = async (changes: JsonObject): Promise<void> => {
    await judgePost(context, await draftWebhook(context), changes);
    const answer = await context.sendJudged(await updateCall(context, webhook, { changes, token }), '400');
    judgeRefused(context, 'PUT', changes, answer.status);
  };
  await context.forAll(wrong, 4, judge, examples);
  // A company of another user is as unknown to this one as a company that does not exist.
  const { foreignCompany } = context.target;
  if (foreignCompany !== undefined && !context.isQuick) await judge({ AziendaId: identifier(foreignCompany.id) });
  const accepted = await context.send(await updateCall(context, webhook, { token }));
  context.judge(isSuccess(accepted), {
    message: 'A refused PUT must leave the webhook and its token unchanged.',
    expected: '2xx to the same PUT with known values',
    actual: String(accepted.status),
  });
});

async function judgePost(context: CheckContext, draft: WebhookDraft, changes: JsonObject): Promise<void> {
  const answer = await context.sendJudged(await creationCall(context, { ...draft, body: { ...draft.body, ...changes } }), '400');
  judgeRefused(context, 'POST', changes, answer.status);
  const entries = await listedWebhooks(context, draft);
  const there = entries?.some((entry) => memberOf(entry, 'description') === draft.endpoint.name) ?? false;
  context.judge(!there, { message: 'A refused POST must create nothing.', expected: 'no webhook', actual: 'the list shows one' });
}

function judgeRefused(context: CheckContext, method: string, changes: JsonObject, status: number): void {
  context.judge(status === 400, {
    message: `A ${method} with ${writeJson(changes)} must be refused.`,
    expected: '400',
    actual: String(status),
  });
}
