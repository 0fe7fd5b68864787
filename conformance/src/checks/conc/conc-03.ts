import fc from 'fast-check';
import { isSuccess } from '../../http/answer.ts';
import { LostAnswer } from '../../http/lost-answer.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Answer } from '../../model/exchange.ts';
import type { Json } from '../../model/json.ts';
import { Inconclusive } from '../../model/verdict.ts';
import { type Guarded, type GuardedKind, guardedKinds, resourceAcceptsPut, type State } from '../../scenarios/concurrency/guarded.ts';
import { judgePutBeside } from '../../scenarios/concurrency/put-beside.ts';
import { type GuardedHistory, type GuardedOperation, isGuardedHistory } from '../../scenarios/histories/linearizable.ts';
import { updates } from '../../scenarios/operations/operation-case.ts';

type Outcome = Extract<GuardedOperation, { kind: 'write' }>['outcome'];

/** Calls on one object, with the times when each was sent and answered. */
class RecordedHistory {
  readonly #context: CheckContext;
  readonly #object: Guarded;
  readonly #operations: GuardedOperation[] = [];
  readonly #tokens = new Map<string, string>();
  /** States that were seen with two tokens. */
  readonly contradictions: string[] = [];

  constructor(context: CheckContext, object: Guarded) {
    this.#context = context;
    this.#object = object;
    this.#learn(object.created);
  }

  get history(): GuardedHistory {
    return { initial: this.#object.created.mark, operations: this.#operations, tokens: this.#tokens };
  }

  async look(): Promise<State | undefined> {
    const startedAt = performance.now();
    const state = await this.#object.look().catch(unlessLost);
    if (state === undefined) return undefined;
    this.#operations.push({ kind: 'look', saw: state.mark, startedAt, endedAt: performance.now() });
    this.#learn(state);
    return state;
  }

  async write(
    token: Json,
    to: string = this.#context.fresh(),
  ): Promise<{ readonly outcome: Outcome; readonly answer: Answer | undefined }> {
    const call = await this.#object.put(to, token);
    const startedAt = performance.now();
    const answer = await this.#context.sendOrLose(call);
    const outcome = outcomeOf(answer);
    const endedAt = outcome === 'unknown' ? Number.POSITIVE_INFINITY : performance.now();
    this.#operations.push({ kind: 'write', token: String(token), to, outcome, startedAt, endedAt });
    const told = answer && this.#object.told(answer);
    if (told?.mark === to) this.#learn(told);
    return { outcome, answer };
  }

  #learn({ mark, token }: Pick<State, 'mark' | 'token'>): void {
    const known = this.#tokens.get(mark);
    if (known !== undefined && known !== String(token)) this.contradictions.push(`${mark}: ${known}, ${String(token)}`);
    this.#tokens.set(mark, String(token));
  }
}

/** How many writers PUT at once, how many readers read meanwhile, and how often. */
interface Load {
  readonly writers: number;
  readonly readers: number;
  readonly rounds: number;
}

/** CONC-03: of concurrent PUTs with one token exactly one succeeds; the history is linearizable. */
export const conc03: Check = check('CONC-03', { isolation: 'shared', weight: 2 }, async (context) => {
  const load = (most: number): fc.Arbitrary<Load> =>
    fc.record({
      writers: fc.integer({ min: 2, max: most }),
      readers: fc.integer({ min: 0, max: 2 }),
      rounds: fc.integer({ min: 1, max: 3 }),
    });
  for (const { name, create: kind } of await guardedKinds(context)) {
    await resourceAcceptsPut(context, name);
    let won = 0;
    await context.forAll(load(6), 2, async (drawn) => {
      won += await judgeRounds(context, kind, drawn);
    });
    if (won === 0) throw new Inconclusive('no concurrent PUT took effect');
    await context.forAll(load(4), 1, (drawn) => judgeFree(context, kind, drawn));
  }
  for (const one of updates(context))
    await context.part(`${one.operation} at the same time as other operations`, { from: 'standard' }, () => judgePutBeside(context, one));
});

/**
 * Rounds in which all writers hold the same token. In the last one they also write the same: even so all but the first are stale.
 * @returns how many rounds had a winner
 */
async function judgeRounds(context: CheckContext, kind: GuardedKind, { writers, readers, rounds }: Load): Promise<number> {
  const object = await kind(context);
  const recorded = new RecordedHistory(context, object);
  let won = 0;
  let token: Json | undefined = object.created.token;
  for (let round = 0; round <= rounds && token !== undefined; round += 1) {
    const [held, same] = [token, round === rounds ? context.fresh() : undefined];
    const writing = Array.from({ length: writers }, () => recorded.write(held, same));
    const looking = Array.from({ length: readers }, () => recorded.look());
    const written = await Promise.all(writing);
    await Promise.all(looking);
    const outcomes = written.map(({ outcome }) => outcome);
    const done = outcomes.filter((outcome) => outcome === 'done').length;
    const unknown = outcomes.filter((outcome) => outcome === 'unknown').length;
    context.judge(done === 1 || (done === 0 && unknown > 0), {
      message: `Of ${writers} concurrent PUTs (${object.kind}) with one token, exactly one must succeed.`,
      expected: 'one 2xx',
      actual: written.map(({ answer }) => answer?.status ?? 'no answer').join(', '),
    });
    token = (await recorded.look())?.token;
    // If the winner's answer was lost, the new token shows that there was one.
    if (done === 1 || (token !== undefined && String(token) !== String(held))) won += 1;
  }
  judgeHistory(context, object, recorded);
  return won;
}

/** Writers that each read the object and PUT with the token that they saw, each at its own pace. */
async function judgeFree(context: CheckContext, kind: GuardedKind, { writers, readers, rounds }: Load): Promise<void> {
  const object = await kind(context);
  const recorded = new RecordedHistory(context, object);
  const write = async (): Promise<void> => {
    for (let round = 0; round < rounds; round += 1) {
      const state = await recorded.look();
      if (state !== undefined) await recorded.write(state.token);
    }
  };
  const read = async (): Promise<void> => {
    for (let round = 0; round < rounds; round += 1) await recorded.look();
  };
  await Promise.all([...Array.from({ length: writers }, write), ...Array.from({ length: readers }, read)]);
  await recorded.look();
  judgeHistory(context, object, recorded);
}

function judgeHistory(context: CheckContext, object: Guarded, recorded: RecordedHistory): void {
  context.judge(recorded.contradictions.length === 0, {
    message: `One state (${object.kind}) must have one token.`,
    expected: 'the token that it was first seen with',
    actual: recorded.contradictions.join('; '),
  });
  const { history } = recorded;
  const linearizable = isGuardedHistory(history);
  if (linearizable === undefined) {
    context.leaveUnjudged('whether some histories are linearizable: they have too many possible orders');
    return;
  }
  context.judge(linearizable, {
    message: `The answers to concurrent PUTs and reads (${object.kind}) must fit one order of the calls.`,
    expected: 'an order of the calls that explains every answer',
    actual: `no such order: ${history.operations.map((operation) => describe(operation, history.tokens)).join('; ')}`,
  });
}

function describe(operation: GuardedOperation, tokens: ReadonlyMap<string, string>): string {
  const span = `${operation.startedAt.toFixed(1)} to ${operation.endedAt.toFixed(1)} ms`;
  if (operation.kind === 'look') return `a read saw ${operation.saw} (token ${tokens.get(operation.saw) ?? 'unknown'}), ${span}`;
  return `PUT ${operation.to} with token ${operation.token} ${operation.outcome}, ${span}`;
}

/** The source does not say whether a refusal other than 422 is about the token, so it only means that there was no effect. */
function outcomeOf(answer: Answer | undefined): Outcome {
  if (answer === undefined || answer.status >= 500) return 'unknown';
  if (isSuccess(answer)) return 'done';
  return answer.status === 422 ? 'refused' : 'failed';
}

/** Undefined if the answer was lost. @throws any other error */
function unlessLost(error: unknown): undefined {
  if (!(error instanceof LostAnswer)) throw error;
}
