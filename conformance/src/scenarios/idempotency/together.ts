import { setTimeout as sleep } from 'node:timers/promises';
import { isReplayed, isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { JUDGED } from '../../model/evidence.ts';
import type { Answer, Call } from '../../model/exchange.ts';
import { sameAnswer } from './keyed-case.ts';
import { isPossible, type KeyedOperation } from './keyed-history.ts';

/** One of the requests with one key; the answer is undefined if it was lost. */
export interface Sent {
  readonly answer: Answer | undefined;
  readonly startedAt: number;
  readonly endedAt: number;
}

/** Sends a call several times at once, each after so many milliseconds. */
export async function together(context: CheckContext, call: Call, afterMs: readonly number[]): Promise<readonly Sent[]> {
  return await Promise.all(afterMs.map((delay) => send(context, call, delay)));
}

async function send(context: CheckContext, call: Call, afterMs: number): Promise<Sent> {
  if (afterMs > 0) await sleep(afterMs);
  const startedAt = performance.now();
  const answer = await context.sendOrLose(call);
  return { answer, startedAt, endedAt: answer === undefined ? Number.POSITIVE_INFINITY : performance.now() };
}

/** Judges the answers to concurrent requests with one key (IDEM-05). */
export function judgeTogether(context: CheckContext, kind: string, sent: readonly Sent[]): void {
  const answers = sent.flatMap(({ answer }) => answer ?? []);
  const statuses = sent.map(({ answer }) => describe(answer)).join(', ');
  const executed = answers.filter((answer) => isSuccess(answer) && !isReplayed(answer));
  // A lost answer may have been the one of the request that was executed.
  const lost = answers.length < sent.length;
  context.judge(executed.length === 1 || (executed.length === 0 && lost), {
    message: `Exactly one of ${sent.length} concurrent requests with one key (${kind}) must be executed.`,
    expected: 'one 2xx that is not a replay',
    actual: statuses,
    about: { [JUDGED]: answers },
  });
  const legal = answers.every((answer) => answer.status === 409 || executed.includes(answer) || isReplayed(answer));
  context.judge(legal && isPossible(sent.map((one) => operationOf(one, answers))) !== false, {
    message: `The others of ${sent.length} concurrent requests with one key (${kind}) must answer 409 or the replay.`,
    expected: '409, or the same status and body with Idempotent-Replayed: true',
    actual: statuses,
    about: { [JUDGED]: answers },
  });
}

function operationOf({ answer, startedAt, endedAt }: Sent, answers: readonly Answer[]): KeyedOperation {
  const span = { startedAt, endedAt };
  if (answer === undefined) return { ...span, outcome: 'unknown', answer: '' };
  if (answer.status === 409 && !isReplayed(answer)) return { ...span, outcome: 'conflict', answer: '' };
  const text = String(answers.findIndex((other) => sameAnswer(other, answer)));
  return { ...span, outcome: isReplayed(answer) ? 'replayed' : 'executed', answer: text };
}

function describe(answer: Answer | undefined): string {
  return answer === undefined ? 'no answer' : `${answer.status}${isReplayed(answer) ? ' replayed' : ''}`;
}
