import fc from 'fast-check';
import type { Trial } from '../../engine/trial.ts';
import { isSuccess } from '../../http/answer.ts';
import type { Json } from '../../http/json.ts';
import { type Check, check } from '../../model/check.ts';
import { Inconclusive } from '../../model/verdict.ts';
import { acceptsPut, type Guarded, type GuardedKind, guardedKinds } from '../../scenarios/concurrency/guarded.ts';
import { isPossible, type Operation } from '../../scenarios/concurrency/guarded-history.ts';
import { RecordedHistory, unlessLost } from '../../scenarios/concurrency/recorded-history.ts';

/** How many PUT at once, how many look meanwhile, and how often. */
interface Load {
  readonly writers: number;
  readonly readers: number;
  readonly rounds: number;
}

/** CONC-03: of concurrent PUTs with one token exactly one succeeds; the history is linearizable. */
export const conc03: Check = check('CONC-03', async (trial) => {
  const load = (most: number): fc.Arbitrary<Load> =>
    fc.record({
      writers: fc.integer({ min: 2, max: most }),
      readers: fc.integer({ min: 0, max: 2 }),
      rounds: fc.integer({ min: 1, max: 3 }),
    });
  for (const kind of await guardedKinds(trial)) {
    await acceptsPut(trial, kind);
    let won = 0;
    await trial.forAll(load(6), 6, async (drawn) => {
      won += await judgeRounds(trial, kind, drawn);
    });
    if (won === 0) throw new Inconclusive('no concurrent PUT took effect');
    await trial.forAll(fc.integer({ min: 2, max: 6 }), 2, (writers) => judgeAlike(trial, kind, writers));
    await trial.forAll(load(4), 4, (drawn) => judgeFree(trial, kind, drawn));
  }
});

/** Rounds in which all writers hold the same token; answers how many of them one writer won. */
async function judgeRounds(trial: Trial, kind: GuardedKind, { writers, readers, rounds }: Load): Promise<number> {
  const object = await kind(trial);
  const recorded = new RecordedHistory(trial, object);
  let won = 0;
  let token: Json | undefined = object.created.token;
  for (let round = 0; round < rounds && token !== undefined; round += 1) {
    const held = token;
    const writing = Array.from({ length: writers }, () => recorded.write(held));
    const looking = Array.from({ length: readers }, () => recorded.look());
    const written = await Promise.all(writing);
    await Promise.all(looking);
    const outcomes = written.map(({ outcome }) => outcome);
    const done = outcomes.filter((outcome) => outcome === 'done').length;
    const perhaps = outcomes.filter((outcome) => outcome === 'unknown').length;
    trial.judge(done === 1 || (done === 0 && perhaps > 0), {
      message: `Of ${writers} concurrent PUTs (${object.kind}) with one token exactly one must succeed.`,
      expected: 'one 2xx',
      actual: written.map(({ answer }) => answer?.status ?? 'no answer').join(', '),
    });
    token = (await recorded.look())?.token;
    // A winner whose answer was lost shows by the token that it left.
    if (done === 1 || (token !== undefined && String(token) !== String(held))) won += 1;
  }
  judgeHistory(trial, object, recorded);
  return won;
}

/** The same PUT sent by several at once, without a key: a second one is stale, though it says what the first said. */
async function judgeAlike(trial: Trial, kind: GuardedKind, writers: number): Promise<void> {
  const object = await kind(trial);
  const call = await object.put(trial.fresh(), object.created.token);
  const sent = await Promise.all(Array.from({ length: writers }, () => trial.send(call).catch(unlessLost)));
  const answers = sent.filter((answer) => answer !== undefined);
  const done = answers.filter(isSuccess).length;
  trial.judge(done === 1 || (done === 0 && answers.length < writers), {
    message: `Of ${writers} equal PUTs (${object.kind}) at once with one token exactly one must succeed.`,
    expected: 'one 2xx',
    actual: sent.map((answer) => answer?.status ?? 'no answer').join(', '),
  });
}

/** Writers that each look and PUT what they saw, in their own time. */
async function judgeFree(trial: Trial, kind: GuardedKind, { writers, readers, rounds }: Load): Promise<void> {
  const object = await kind(trial);
  const recorded = new RecordedHistory(trial, object);
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
  judgeHistory(trial, object, recorded);
}

function judgeHistory(trial: Trial, object: Guarded, recorded: RecordedHistory): void {
  trial.judge(recorded.contradictions.length === 0, {
    message: `One state (${object.kind}) must have one token.`,
    expected: 'the token that it was first seen with',
    actual: recorded.contradictions.join('; '),
  });
  const { history } = recorded;
  const linearizable = isPossible(history);
  if (linearizable === undefined) {
    trial.leaveUnjudged('some histories: they have more orders than can be tried');
    return;
  }
  trial.judge(linearizable, {
    message: `Concurrent PUTs and looks (${object.kind}) must have happened in some order.`,
    expected: 'an order of the calls that explains every answer',
    actual: `none does: ${history.operations.map((operation) => describe(operation, history.tokens)).join('; ')}`,
  });
}

function describe(operation: Operation, tokens: ReadonlyMap<string, string>): string {
  const span = `${operation.startedAt.toFixed(1)} to ${operation.endedAt.toFixed(1)} ms`;
  if (operation.kind === 'look') return `look saw ${operation.saw} (token ${tokens.get(operation.saw) ?? 'unknown'}), ${span}`;
  return `PUT ${operation.to} under token ${operation.token} ${operation.outcome}, ${span}`;
}
