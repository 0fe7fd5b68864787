import type { Attempt } from '../model/attempt.ts';
import type { CheckContext } from '../model/check-context.ts';
import type { Webhook } from '../model/webhook.ts';
import { untilAny } from './arrives.ts';
import { times } from './times.ts';

/** The most arrivals that extend the wait, so that a target that never stops cannot hold up the suite forever. */
const MOST_CHANGES = 60;

/**
 * Waits until nothing relevant has arrived for the configured time (timing.quietMs), from the context's last write or the last relevant
 * delivery on. Other rules are judged meanwhile, and their deliveries do not count.
 * @param relevant the attempts that count, at any of the webhooks
 */
export async function nothing(
  context: CheckContext,
  webhooks: readonly Pick<Webhook, 'endpoint'>[],
  relevant: () => readonly Attempt[],
): Promise<void> {
  const { quietMs } = context.target.timing;
  await context.rest(async () => {
    for (let change = 0; change < MOST_CHANGES; change += 1) {
      const seen = relevant();
      const since = seen.reduce((latest, { arrivedAt }) => Math.max(latest, arrivedAt), context.wroteAt);
      const leftMs = Math.max(Math.min(times.unreadMs, quietMs), since + quietMs - Date.now());
      const came = (): boolean => relevant().length !== seen.length;
      const changed = await untilAny(webhooks, came, leftMs);
      if (!changed) return;
    }
  });
}
