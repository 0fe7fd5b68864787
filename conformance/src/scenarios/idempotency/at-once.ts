import { setTimeout as sleep } from 'node:timers/promises';
import { isSuccess } from '../../http/answer.ts';
import { isSameRequest } from '../../http/call.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Answer, Call } from '../../model/exchange.ts';
import { noOther } from '../../model/verdict.ts';
import { oncePerRunFor } from '../once-per-run.ts';
import type { OperationCase, Prepared } from '../operations/operation-case.ts';
import { inWords, isExecuted, isRefused } from './answers.ts';
import { atEach, freshCall, repeatableOperations } from './use.ts';

/** One of the requests with one key. The answer is undefined if it was lost. */
export interface Sent {
  readonly answer: Answer | undefined;
  readonly startedAt: number;
  readonly endedAt: number;
}

/** Equal requests with one key that were under way together. */
export interface KeyedStorm {
  readonly prepared: Prepared;
  readonly sent: readonly Sent[];
}

/** Start times of the requests in milliseconds: some while the first is under way or answered. */
const STARTS: readonly number[] = [0, 0, 0, 0, 1, 3, 8];

/** Concurrent requests with one key at an operation. One for each operation serves all checks, which only retry it. */
export const keyedStorm: (context: CheckContext, one: OperationCase) => Promise<KeyedStorm> = oncePerRunFor<OperationCase, KeyedStorm>(
  ({ operation, company }) => `${operation} ${company.id}`,
  async (context, one) => {
    const prepared = await freshCall(context, one, context.freshKey());
    return { prepared, sent: await Promise.all(STARTS.map((delay) => send(context, prepared.call, delay))) };
  },
);

async function send(context: CheckContext, call: Call, afterMs: number): Promise<Sent> {
  if (afterMs > 0) await sleep(afterMs);
  const startedAt = performance.now();
  const answer = await context.sendOrLose(call);
  return { answer, startedAt, endedAt: answer === undefined ? Number.POSITIVE_INFINITY : performance.now() };
}

const ROUNDS = 2;

/** Judges that only one of several different creations under one key at the same time is executed (IDEM-07). */
export async function judgeCreationsAtOnce(context: CheckContext): Promise<void> {
  await atEach(context, repeatableOperations(context), async (one) => {
    for (let round = 0; round < ROUNDS && one.effect.kind === 'create'; round += 1) await judgeDifferent(context, one, 3);
  });
}

/** Judges the same of other operations, each with different URLs (IDEM-08). Each request needs an object of its own, so there are fewer. */
export async function judgeOthersAtOnce(context: CheckContext): Promise<void> {
  await atEach(context, repeatableOperations(context), async (one) => {
    if (one.effect.kind !== 'create') await judgeDifferent(context, one, 2);
  });
}

async function judgeDifferent(context: CheckContext, one: OperationCase, atOnce: number): Promise<void> {
  const key = context.freshKey();
  const calls: Call[] = [];
  while (calls.length < atOnce) {
    const { call } = await freshCall(context, one, key);
    // If two requests were the same, the second would be a replay.
    if (calls.some((other) => isSameRequest(other, call))) throw noOther(call);
    calls.push(call);
  }
  const answers = await Promise.all(calls.map((call) => context.sendJudged(call, '2xx, 409 or 422')));
  const executed = answers.filter(isExecuted);
  // If all were refused for another reason than their key, nothing can be said.
  if (answers.every((answer) => !isSuccess(answer) && ![409, 422].includes(answer.status)))
    return context.leaveUnjudged(`${one.operation} at once: each was answered ${answers[0]?.status}`);
  context.judge(executed.length <= 1 && answers.every((answer) => isExecuted(answer) || isRefused(answer, [409, 422])), {
    message: `Different requests under one key at the same time (${one.operation}) must not lead to more than one execution.`,
    expected: 'one 2xx; 409 or 422 for the others',
    actual: answers.map(inWords).join('; '),
  });
}
