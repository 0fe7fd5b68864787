import type { Attempt } from '../model/attempt.ts';
import type { CheckContext } from '../model/check-context.ts';
import type { Webhook } from '../model/webhook.ts';
import { untilAny } from './arrives.ts';
import { times } from './times.ts';

/** How many changes are waited for: a target that never stops must not keep the suite waiting for ever. */
const MOST_CHANGES = 60;

/**
 * Waits until nothing has come for as long as the configuration says (timing.quietMs): counted from the context's last write and from the
 * last relevant delivery, since what other rules cause says nothing about it. Other rules are judged meanwhile.
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
