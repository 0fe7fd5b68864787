import { IDEMPOTENCY_RETENTION_MS } from '../../generated/limits.ts';
import { withHeader } from '../../http/call.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Answer, Call } from '../../model/exchange.ts';
import type { Json } from '../../model/json.ts';
import { Inconclusive, Skip } from '../../model/verdict.ts';
import { tokenAfter, webhook } from '../concurrency/guarded.ts';
import type { Guarded } from '../concurrency/guarded-state.ts';
import { unlessAbsent } from '../unless-absent.ts';
import { type Creation, creations, type Draft } from './creation.ts';
import { first } from './keyed-case.ts';
import type { KeyedUse } from './keyed-use.ts';
import { atEach, firstUse, repeatableOperations } from './keyed-use.ts';

/** A creation with a key, and its answer. */
export interface KeyedRequest {
  readonly creation: Creation;
  readonly draft: Draft;
  readonly key: string;
  readonly original: Answer;
  /** The token that it was sent with: another may not be needed (IDEM-13). */
  readonly authorization: string;
}

/** A PUT of a webhook with a key, and its answer. */
export interface KeyedPut {
  readonly object: Guarded;
  readonly key: string;
  readonly call: Call;
  readonly original: Answer;
  /** The one that it left. */
  readonly token: Json;
}

/** First requests, and when the first of them was sent and the last answered, by the target's clock in Unix milliseconds. */
export interface KeyedRequests {
  readonly requests: readonly KeyedRequest[];
  /** Undefined if the target takes none. */
  readonly put: KeyedPut | undefined;
  /** One of each operation. */
  readonly uses: readonly KeyedUse[];
  readonly fromMs: number;
  readonly toMs: number;
}

const MINUTE_MS = 60_000;

/** Requests for each kind: half of them will be retried as they were. */
const PER_KIND = 2;
/** What must be left of the minute on the near side of 24 hours when a retry is answered. */
const MARGIN_MS = MINUTE_MS * 0.25;

/** First requests with keys of their own. @throws Skip if there is no clock to age them with. */
export async function firstRequests(context: CheckContext): Promise<KeyedRequests> {
  const { clock } = context;
  if (clock === undefined) throw new Skip('a key is kept for 24 hours: set controls.clock to move the target through them', 'no clock');
  const kinds = await creations(context);
  const fromMs = clock.nowMs();
  const requests: KeyedRequest[] = [];
  for (const creation of kinds) {
    const times = creation.staysForGood ? 1 : PER_KIND;
    for (let request = 0; request < times; request += 1) {
      const [draft, key] = [await creation.draft(), context.freshKey()];
      const authorization = `Bearer ${(await context.api()).token}`;
      requests.push({ creation, draft, key, authorization, original: await first(context, creation, draft, key) });
    }
  }
  const put = await unlessAbsent(context, 'PUTs', () => firstPut(context));
  const uses: KeyedUse[] = [];
  await atEach(context, repeatableOperations(context), async (one) => {
    uses.push(await firstUse(context, one));
  });
  return { requests, put, uses, fromMs, toMs: clock.nowMs() };
}

async function firstPut(context: CheckContext): Promise<KeyedPut> {
  const [object, key] = [await webhook(context), context.freshKey()];
  const call = await object.put(context.fresh(), object.created.token, key);
  const original = await context.prepare(call);
  const token = await tokenAfter(object, original);
  if (token === undefined) throw new Skip('the target shows nowhere which ConcurrencyToken a PUT left');
  return { object, key, call, original, token };
}

/** Waits until the oldest key is 23 hours and 59 minutes old (IDEM-11). */
export async function almostADay(context: CheckContext, { fromMs }: KeyedRequests): Promise<void> {
  await context.reach(fromMs + IDEMPOTENCY_RETENTION_MS - MINUTE_MS);
}

/** Waits until the youngest key is 24 hours and a minute old (IDEM-12). */
export async function overADay(context: CheckContext, { toMs }: KeyedRequests): Promise<void> {
  await context.reach(toMs + IDEMPOTENCY_RETENTION_MS + MINUTE_MS);
}

/** @throws Inconclusive if keys that should be kept still may be 24 hours old by now. */
export function judgeableAsKept(context: CheckContext, { fromMs }: KeyedRequests): void {
  const ageMs = (context.clock?.nowMs() ?? 0) - fromMs;
  if (ageMs > IDEMPOTENCY_RETENTION_MS - MARGIN_MS)
    throw new Inconclusive('the target answers too slowly to tell the two sides of 24 hours apart');
}

/** The same request under the same key, with a new token where the old one has expired by now. */
export async function retried(context: CheckContext, { creation, draft, key, authorization }: KeyedRequest): Promise<Answer> {
  return await sentLater(context, withHeader(await creation.call(draft, key), 'Authorization', authorization));
}

/** A call made a day ago, with a new token where the old one has expired by now. */
export async function sentLater(context: CheckContext, call: Call, expected: string = '2xx'): Promise<Answer> {
  const answer = await context.sendJudged(call, expected);
  if (answer.status !== 401) return answer;
  context.run.session.forget();
  const { token } = await context.api();
  return await context.sendJudged(withHeader(call, 'Authorization', `Bearer ${token}`), expected);
}
