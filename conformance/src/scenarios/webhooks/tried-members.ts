import { isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { JsonObject } from '../../model/json.ts';
import { audienceOf, audiences } from './audiences.ts';
import { creationCall, draftWebhook, type Registration, registered, update } from './registration.ts';
import { webhookOf } from './webhook-view.ts';

/**
 * Sends members that only the service may set: each with one POST, and with one PUT to one of the webhooks. A target may refuse them.
 * @param judge judges the webhook in the answer to what was accepted
 * @returns the webhooks, and those that were created with such members
 */
export async function tryMembers(
  context: CheckContext,
  webhooks: readonly [Registration, ...Registration[]],
  members: readonly JsonObject[],
  judge: (method: 'POST' | 'PUT', sent: JsonObject, webhook: JsonObject) => void,
): Promise<readonly Registration[]> {
  const [{ events }] = webhooks;
  const everyone = await audiences(context);
  const created: Registration[] = [];
  for (const [turn, sent] of members.entries()) {
    const draft = await draftWebhook(context, { ...audienceOf(everyone, turn), events });
    const answer = await context.sendJudged(await creationCall(context, { ...draft, body: { ...draft.body, ...sent } }), 'any answer');
    if (!isSuccess(answer)) continue;
    judge('POST', sent, webhookOf(answer) ?? {});
    created.push(registered(context, draft, answer));
  }
  for (const [turn, webhook] of webhooks.entries()) {
    const tried = members.filter((_sent, index) => (index + 1) % webhooks.length === turn);
    const Description = `${webhook.endpoint.name} changed`;
    // The control: the same PUT without these members is accepted.
    if (turn === 0) await update(context, webhook, { Description });
    for (const sent of tried) {
      const answer = await update(context, webhook, { Description, ...sent }, (call) => context.sendJudged(call, 'any answer'));
      if (isSuccess(answer)) judge('PUT', sent, webhookOf(answer) ?? {});
    }
  }
  return [...webhooks, ...created];
}
