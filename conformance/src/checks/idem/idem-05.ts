import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { isReplayed, isSuccess } from '../../http/answer.ts';
import { LostAnswer } from '../../http/driver.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Answer, Call } from '../../model/exchange.ts';
import { acceptsPut, webhook } from '../../scenarios/concurrency/guarded.ts';
import { creations } from '../../scenarios/idempotency/creation.ts';
import { ExpectedEffects, sameAnswer, withCreation } from '../../scenarios/idempotency/keyed-case.ts';
import { isPossible, type KeyedOperation } from '../../scenarios/idempotency/keyed-history.ts';
import { unlessAbsent } from '../../scenarios/unless-absent.ts';

/** One of the requests with one key; the answer is undefined where it was lost. */
interface Sent {
  readonly answer: Answer | undefined;
  readonly startedAt: number;
  readonly endedAt: number;
}

/** When each of two to ten requests starts, in milliseconds: most at once, some while the first is likely to be under way or answered. */
const starts: fc.Arbitrary<readonly number[]> = fc.array(fc.constantFrom(0, 0, 0, 0, 1, 3, 8), { minLength: 2, maxLength: 10 });

/** IDEM-05: of concurrent requests with one key exactly one takes effect; the others answer 409 or the replay. */
export const idem05: Check = check('IDEM-05', { isolation: 'shared', weight: 3 }, async (context) => {
  const kinds = await creations(context);
  const effects = new ExpectedEffects();
  await context.forAll(
    withCreation(kinds, starts),
    14,
    async ({ creation, rest }) => {
      const [draft, key] = [await creation.draft(), context.freshKey()];
      const sent = await together(context, await creation.call(draft, key), rest);
      judgeTogether(context, creation.kind, sent);
      if (sent.some(({ answer }) => answer !== undefined && isSuccess(answer))) effects.expect(creation, draft.mark, 1);
    },
    kinds.map((creation) => ({ creation, rest: [0, 0, 0, 0] })),
  );
  await unlessAbsent(context, 'PUTs', () => judgePuts(context));
  await effects.judge(context, 'Concurrent requests with one key must have one effect.');
});

/** Whoever refuses one because the other has used its token up has forgotten the key. */
async function judgePuts(context: CheckContext): Promise<void> {
  await acceptsPut(context, webhook);
  await context.forAll(starts, 4, async (drawn) => {
    const object = await webhook(context);
    const sent = await together(context, await object.put(context.fresh(), object.created.token, context.freshKey()), drawn);
    judgeTogether(context, 'PUT of a webhook', sent);
  });
}

async function together(context: CheckContext, call: Call, afterMs: readonly number[]): Promise<readonly Sent[]> {
  return await Promise.all(afterMs.map((delay) => send(context, call, delay)));
}

async function send(context: CheckContext, call: Call, afterMs: number): Promise<Sent> {
  if (afterMs > 0) await sleep(afterMs);
  const startedAt = performance.now();
  const answer = await context.send(call).catch(unlessLost);
  return { answer, startedAt, endedAt: answer === undefined ? Number.POSITIVE_INFINITY : performance.now() };
}

function unlessLost(error: unknown): undefined {
  if (!(error instanceof LostAnswer)) throw error;
}

function judgeTogether(context: CheckContext, kind: string, sent: readonly Sent[]): void {
  const answers = sent.flatMap(({ answer }) => answer ?? []);
  const statuses = sent.map(({ answer }) => describe(answer)).join(', ');
  const executed = answers.filter((answer) => isSuccess(answer) && !isReplayed(answer));
  // A lost answer may have been the one of the request that was executed.
  const lost = answers.length < sent.length;
  context.judge(executed.length === 1 || (executed.length === 0 && lost), {
    message: `Exactly one of ${sent.length} concurrent requests with one key (${kind}) must be executed.`,
    expected: 'one 2xx that is not a replay',
    actual: statuses,
  });
  const legal = answers.every((answer) => answer.status === 409 || executed.includes(answer) || isReplayed(answer));
  context.judge(legal && isPossible(sent.map((one) => operationOf(one, answers))) !== false, {
    message: `The others of ${sent.length} concurrent requests with one key (${kind}) must answer 409 or the replay.`,
    expected: '409, or the same status and body with Idempotent-Replayed: true',
    actual: statuses,
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
