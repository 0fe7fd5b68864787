import { isSuccess } from '../../http/answer.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { identifier, type Json, type JsonObject, memberOf, writeJson } from '../../model/json.ts';
import { creationCall, draftWebhook, register, update, updateCall } from '../../scenarios/webhooks/registration.ts';
import { currentToken, listedWebhooks } from '../../scenarios/webhooks/webhook-view.ts';

/** Values that are not event types by the contract. */
const wrongTypes: readonly Json[] = [
  null,
  ...['', 'Anagrafica', 'Anagrafica.', '.Create', 'Anagrafica Create', 'Anagrafica.Explode', 'Anagrafica.create'],
  ...['Anagrafica.Create.Now', 'Anagrafica.Rename'],
];
/** The company of no user. */
const NO_COMPANY = 1_000_000_008;

/** HOOK-16: an event type other than {Object}.{EventType} with a known EventType, empty Events, an unknown AziendaId: 400, nothing created. */
export const hook16: Check = check('HOOK-16', { isolation: 'shared', weight: 1 }, async (context) => {
  // The control: the same webhook with known values is created, and changed.
  const webhook = await register(context, await draftWebhook(context));
  const token = await currentToken(context, webhook, await update(context, webhook, {}));
  const refused = new Map<string, JsonObject>();
  const post = async (changes: JsonObject): Promise<void> => {
    const { body, ...draft } = await draftWebhook(context);
    refused.set(draft.endpoint.name, changes);
    const answer = await context.sendJudged(await creationCall(context, { ...draft, body: { ...body, ...changes } }), '400');
    judgeRefused(context, 'POST', changes, answer.status);
  };
  const put = async (changes: JsonObject): Promise<void> => {
    const answer = await context.sendJudged(await updateCall(context, webhook, { changes, token }), '400');
    judgeRefused(context, 'PUT', changes, answer.status);
  };
  // A company of another user is as unknown to this one as a company that does not exist.
  const { foreignCompany } = context.target;
  const companies = [NO_COMPANY, ...(foreignCompany === undefined ? [] : [identifier(foreignCompany.id)])];
  const wrong = [
    ...companies.map((AziendaId) => ({ AziendaId })),
    ...[[], ...wrongTypes.map((type) => [type])].map((Events) => ({ Events })),
  ];
  for (const changes of context.some(wrong)) {
    await post(changes);
    await put(changes);
  }
  // A service may check only the first type.
  for (const [index, type] of context.some(wrongTypes).entries())
    await (index % 2 === 0 ? post : put)({ Events: ['Anagrafica.Create', type] });
  const created = ((await listedWebhooks(context, webhook)) ?? []).flatMap(
    (entry) => refused.get(String(memberOf(entry, 'description'))) ?? [],
  );
  context.judge(created.length === 0, {
    message: 'A refused POST must create nothing.',
    expected: 'no webhook',
    actual: `the list shows webhooks for ${created.map(writeJson).join(', ')}`,
  });
  const accepted = await context.send(await updateCall(context, webhook, { token }));
  context.judge(isSuccess(accepted), {
    message: 'A refused PUT must leave the webhook and its token unchanged.',
    expected: '2xx to the same PUT with known values',
    actual: String(accepted.status),
  });
});

function judgeRefused(context: CheckContext, method: string, changes: JsonObject, status: number): void {
  context.judge(status === 400, {
    message: `A ${method} with ${writeJson(changes)} must be refused.`,
    expected: '400',
    actual: String(status),
  });
}
