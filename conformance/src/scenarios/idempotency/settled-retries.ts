import { isServed } from '../../api/requests.ts';
import { json } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { type Json, memberOf, sameJson, writeJson } from '../../model/json.ts';
import type { Webhook } from '../../model/webhook.ts';
import { wholeEntry } from '../log/whole-entry.ts';
import { isSparing } from '../sparingly.ts';
import { arrivalsByUse } from './arrivals-by-use.ts';
import type { KeyedUse } from './keyed-use.ts';
import { settled } from './settled.ts';

/** Retries of each, one after the other: more than the deliveries that a target may repeat by itself. */
const ROUNDS = 4;

/**
 * Retries uses, each time after all was delivered that was due before: what a retry puts on its way may be one with what is on its way
 * already. Judges that the log keeps what it noted of the deliveries (IDEM-04).
 */
export async function retrySettled(context: CheckContext, webhook: Webhook, uses: readonly KeyedUse[]): Promise<void> {
  // What is created shows most, and stays.
  if (isSparing(context)) return;
  const about = arrivalsByUse(context, webhook, uses);
  if (!(await settled(context, webhook))) return;
  const guids = new Set([...about().values()].flat().map(({ evento }) => String(evento.eventGuid)));
  const before = await notedDeliveries(context, webhook, guids);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { call } of uses) await context.send(call);
    if (!(await settled(context, webhook))) return;
  }
  const after = await notedDeliveries(context, webhook, before.keys());
  for (const [guid, noted] of before) {
    // What is noted of a delivery that is under way may still change.
    const kept = after.get(guid);
    if (kept !== undefined && memberOf(noted, 'state') === 'delivered') judgeKept(context, noted, kept);
  }
}

/** What the log says of the deliveries of events to a webhook, as far as it can be read. */
async function notedDeliveries(context: CheckContext, { id }: Webhook, guids: Iterable<string>): Promise<ReadonlyMap<string, Json>> {
  const found = new Map<string, Json>();
  if (!isServed(context, 'getEvento')) return found;
  const api = await context.api();
  for (const guid of guids) {
    const call = api.call('getEvento', { company: context.target.companies[0], id: guid });
    const deliveries = memberOf(await wholeEntry(context, call, json(await context.send(call))), 'deliveries');
    // What cannot be read says nothing; what is read and holds no such delivery has forgotten it.
    if (Array.isArray(deliveries))
      found.set(guid, deliveries.find((delivery: Json) => String(memberOf(delivery, 'webhookId')) === id) ?? null);
  }
  return found;
}

/** More attempts may be made meanwhile: a target may repeat a delivery by itself. */
function judgeKept(context: CheckContext, before: Json, after: Json): void {
  const [noted, kept] = [attemptsIn(before), attemptsIn(after)];
  const isKept = noted.every((attempt) => kept.some((other) => sameJson(attempt, other)));
  const [count, countAfter] = [before, after].map((delivery) => Number(memberOf(delivery, 'attemptCount') ?? 0));
  context.judge(isKept && (count ?? 0) <= (countAfter ?? 0), {
    message: 'A retry must leave in the log what was noted of the deliveries before.',
    expected: writeJson(before),
    actual: writeJson(after),
  });
}

function attemptsIn(delivery: Json | undefined): readonly Json[] {
  const attempts = memberOf(delivery, 'attempts');
  return Array.isArray(attempts) ? attempts : [];
}
