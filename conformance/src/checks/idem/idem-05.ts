import { isReplayed } from '../../http/answer.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { JUDGED } from '../../model/evidence.ts';
import type { Answer } from '../../model/exchange.ts';
import { isKeyedHistory, type KeyedOperation } from '../../scenarios/histories/linearizable.ts';
import { inWords, isExecuted, sameAnswer } from '../../scenarios/idempotency/answers.ts';
import { keyedStorm, type Sent } from '../../scenarios/idempotency/at-once.ts';
import { Effects } from '../../scenarios/idempotency/effects.ts';
import { asUse, atEach, keyedOperations } from '../../scenarios/idempotency/use.ts';

/** IDEM-05: of concurrent requests with one key exactly one takes effect; the others answer 409 or the replay. */
export const idem05: Check = check('IDEM-05', { isolation: 'shared', weight: 3 }, async (context) => {
  const effects = await Effects.watch(context);
  await atEach(context, keyedOperations(context), async (one) => {
    await effects.control(one);
    const { prepared, sent } = await keyedStorm(context, one);
    judgeTogether(context, one.operation, sent);
    const executed = sent.flatMap(({ answer }) => answer ?? []).find(isExecuted);
    if (executed !== undefined) effects.expect(await asUse(one, prepared, executed));
  });
  await effects.judge('Concurrent requests with one key must have one effect');
});

/** Judges the answers to concurrent requests with one key (IDEM-05). */
function judgeTogether(context: CheckContext, kind: string, sent: readonly Sent[]): void {
  const answers = sent.flatMap(({ answer }) => answer ?? []);
  const statuses = sent.map(({ answer }) => (answer === undefined ? 'no answer' : inWords(answer))).join('; ');
  const executed = answers.filter(isExecuted);
  // A lost answer may belong to the request that was executed.
  const lost = answers.length < sent.length;
  context.judge(executed.length === 1 || (executed.length === 0 && lost), {
    message: `Exactly one of ${sent.length} concurrent requests with one key (${kind}) must be executed.`,
    expected: 'one 2xx that is not a replay',
    actual: statuses,
    about: { [JUDGED]: answers },
  });
  const legal = answers.every((answer) => answer.status === 409 || executed.includes(answer) || isReplayed(answer));
  context.judge(legal && isKeyedHistory(sent.map((one) => operationOf(one, answers))) !== false, {
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
