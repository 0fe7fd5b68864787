import type { Trial } from '../run/trial.ts';
import { Inconclusive, Skip } from '../run/verdict.ts';
import type { Answer } from '../wire/answer.ts';
import { withHeader } from '../wire/call.ts';
import { type Creation, creations, type Draft } from './creation.ts';
import { first } from './keyed-case.ts';

/** A creation with a key, and its answer. */
export interface KeyedRequest {
  readonly creation: Creation;
  readonly draft: Draft;
  readonly key: string;
  readonly original: Answer;
  /** The token that it was sent with: another may not be needed (IDEM-13). */
  readonly authorization: string;
  /** Real time, in Unix milliseconds. */
  readonly sentAt: number;
}

const minuteMs = 60_000;
const dayMs = 86_400_000;

/** Either side of the 24 hours that a key is kept (IDEM-11, IDEM-12). */
export const almostADayMs: number = dayMs - minuteMs;
export const overADayMs: number = dayMs + minuteMs;

/** Requests for each kind: half of them will be retried as they were. */
const perKind = 2;
/** Real time that may pass on either side of the move, or a minute's margin is gone. */
const patienceMs = minuteMs * 0.75;

/** First requests with keys of their own. @throws Skip where there is no clock to age them with. */
export async function firstRequests(trial: Trial): Promise<readonly KeyedRequest[]> {
  if (trial.bench.clock === undefined) throw new Skip('a key is kept for 24 hours: set controls.clock to move the target through them');
  const keyed: KeyedRequest[] = [];
  for (const creation of await creations(trial)) {
    for (let request = 0; request < perKind; request += 1) {
      const [draft, key, sentAt] = [await creation.draft(), trial.freshKey(), Date.now()];
      const authorization = `Bearer ${(await trial.api()).token}`;
      keyed.push({ creation, draft, key, authorization, original: await first(trial, creation, draft, key), sentAt });
    }
  }
  return keyed;
}

/** Moves the target's clock on, by a time that counts from the requests. */
export async function age(trial: Trial, keyed: readonly KeyedRequest[], byMs: number): Promise<void> {
  judgeable(keyed);
  await trial.bench.clock?.advance(byMs);
}

/** The same request under the same key, with a new token where the old one has expired by now. */
export async function retried(trial: Trial, request: KeyedRequest): Promise<Answer> {
  const { creation, draft, key, authorization } = request;
  judgeable([request]);
  const call = await creation.call(draft, key);
  const answer = await trial.sendJudged(withHeader(call, 'Authorization', authorization), '2xx');
  if (answer.status !== 401) return answer;
  trial.bench.session.forget();
  return await trial.sendJudged(await creation.call(draft, key), '2xx');
}

function judgeable(keyed: readonly KeyedRequest[]): void {
  const oldest = Math.min(...keyed.map(({ sentAt }) => sentAt));
  if (Date.now() - oldest > patienceMs) throw new Inconclusive('the target answers too slowly to tell the two sides of 24 hours apart');
}
