import { setTimeout as sleep } from 'node:timers/promises';
import type { CheckContext } from '../../model/check-context.ts';
import type { Answer, Call } from '../../model/exchange.ts';
import { oncePerRunFor } from '../once-per-run.ts';
import type { OperationCase, Prepared } from '../operations/operation-case.ts';
import { freshCall } from './keyed-use.ts';

/** One of the requests with one key. The answer is undefined if it was lost. */
export interface Sent {
  readonly answer: Answer | undefined;
  readonly startedAt: number;
  readonly endedAt: number;
}

/** Requests with one key that were under way together. */
export interface KeyedStorm {
  readonly key: string;
  readonly prepared: Prepared;
  readonly sent: readonly Sent[];
}

/** Start times of the requests in milliseconds: some while the first is under way or answered. */
const STARTS: readonly number[] = [0, 0, 0, 0, 1, 3, 8];

/** Concurrent requests with one key at an operation. One for each operation serves all checks, which only retry it. */
export const keyedStorm: (context: CheckContext, one: OperationCase) => Promise<KeyedStorm> = oncePerRunFor<OperationCase, KeyedStorm>(
  ({ operation, company }) => `${operation} ${company.id}`,
  async (context, one) => {
    const key = context.freshKey();
    const prepared = await freshCall(context, one, key);
    return { key, prepared, sent: await Promise.all(STARTS.map((delay) => send(context, prepared.call, delay))) };
  },
);

async function send(context: CheckContext, call: Call, afterMs: number): Promise<Sent> {
  if (afterMs > 0) await sleep(afterMs);
  const startedAt = performance.now();
  const answer = await context.sendOrLose(call);
  return { answer, startedAt, endedAt: answer === undefined ? Number.POSITIVE_INFINITY : performance.now() };
}
