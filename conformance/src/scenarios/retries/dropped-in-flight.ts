import { isSuccess } from '../../http/answer.ts';
import type { Attempt, Script } from '../../model/attempt.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Company } from '../../model/target.ts';
import { eventoOf } from '../../receiver/attempt.ts';
import { times } from '../../wait/times.ts';
import { draftWebhook, register, updateCall } from '../webhooks/registration.ts';
import { currentToken } from '../webhooks/webhook-view.ts';
import type { DroppedDelivery } from './dropped-events.ts';
import { creation } from './event-trigger.ts';
import type { Audience } from './moving-webhook.ts';

/**
 * An event whose webhook drops its type during the first attempt, which is then refused. Undefined if there is no other type, nothing is
 * delivered, or the PUT is answered too late. Call the returned function once later attempts had time to come.
 */
export async function dropInFlight(context: CheckContext, { company, types }: Audience): Promise<(() => DroppedDelivery) | undefined> {
  const kept = types.at(-1);
  if (kept === undefined || types.length === 1) return undefined;
  for (const heldMs of times.heldMs) {
    const dropped = await dropHeld(context, company, kept, heldMs);
    if (dropped !== 'too late') return dropped;
  }
  return undefined;
}

async function dropHeld(
  context: CheckContext,
  company: Company,
  kept: string,
  heldMs: number,
): Promise<(() => DroppedDelivery) | 'too late' | undefined> {
  const trigger = creation(context, company);
  const attempts: Attempt[] = [];
  const script: Script = (_index, attempt) => {
    const evento = eventoOf(attempt);
    if (evento === undefined || !trigger.is(evento)) return { status: 204 };
    attempts.push(attempt);
    return { status: 500, ...(attempts.length === 1 && { afterMs: heldMs }) };
  };
  const webhook = await register(context, await draftWebhook(context, { company, events: [trigger.type(), kept], script }));
  const token = await currentToken(context, webhook, webhook.answer);
  const put = await updateCall(context, webhook, { changes: { Events: [kept] }, token });
  await trigger.act();
  await context.idle(() => webhook.endpoint.arrives(() => attempts.length > 0, context.target.timing.deliveryWithinMs));
  const [first] = attempts;
  if (first === undefined || !isSuccess(await context.send(put))) return undefined;
  const changedAt = Date.now();
  if (changedAt > first.arrivedAt + heldMs) return 'too late';
  return () => ({
    event: () => `${trigger.type()} of company ${company.id} to a webhook that was changed to another type during the attempt`,
    before: attempts.filter(({ arrivedAt }) => arrivedAt <= changedAt),
    stray: attempts.filter(({ arrivedAt }) => arrivedAt > changedAt),
  });
}
