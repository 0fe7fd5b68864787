import { IDEMPOTENCY_RETENTION_MS } from '../../generated/limits.ts';
import { withHeader } from '../../http/call.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Answer, Call } from '../../model/exchange.ts';
import { Inconclusive, Skip } from '../../model/verdict.ts';
import { firstUses, keyedOperations, type Use } from './use.ts';

/** First requests with keys, and when the first was sent and the last was answered, by the target's clock in Unix milliseconds. */
export interface KeyedRequests {
  /** One of each operation. */
  readonly uses: readonly Use[];
  readonly fromMs: number;
  readonly toMs: number;
}

const MINUTE_MS = 60_000;

/** How much of the last minute before 24 hours must be left when a retry is answered. */
const MARGIN_MS = MINUTE_MS * 0.25;

/** Sends first requests with keys of their own. @throws Skip if there is no clock to age them with. */
export async function firstRequests(context: CheckContext): Promise<KeyedRequests> {
  const { clock } = context;
  if (clock === undefined) throw new Skip('a key is kept for 24 hours: set controls.clock to move the target through them', 'no clock');
  const fromMs = clock.nowMs();
  return { uses: await firstUses(context, keyedOperations(context)), fromMs, toMs: clock.nowMs() };
}

/** Waits until the oldest key is 23 hours and 59 minutes old (IDEM-11). */
export async function almostADay(context: CheckContext, { fromMs }: KeyedRequests): Promise<void> {
  await context.reach(fromMs + IDEMPOTENCY_RETENTION_MS - MINUTE_MS);
}

/** Waits until the youngest key is 24 hours and a minute old (IDEM-12). */
export async function overADay(context: CheckContext, { toMs }: KeyedRequests): Promise<void> {
  await context.reach(toMs + IDEMPOTENCY_RETENTION_MS + MINUTE_MS);
}

/** @throws Inconclusive if keys that must still be kept may be 24 hours old by now. */
export function judgeableAsKept(context: CheckContext, { fromMs }: KeyedRequests): void {
  const ageMs = (context.clock?.nowMs() ?? 0) - fromMs;
  if (ageMs > IDEMPOTENCY_RETENTION_MS - MARGIN_MS)
    throw new Inconclusive('the target answers too slowly to tell keys of less than 24 hours from older ones');
}

/** Repeats a call of a day ago, with a new token if the old one has expired. */
export async function sentLater(context: CheckContext, call: Call, expected: string = '2xx'): Promise<Answer> {
  const answer = await context.sendJudged(call, expected);
  if (answer.status !== 401) return answer;
  context.run.session.forget();
  const { token } = await context.api();
  return await context.sendJudged(withHeader(call, 'Authorization', `Bearer ${token}`), expected);
}
