import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { derivedSeed, forAll } from '../../src/engine/property.ts';
import type { Cases, CheckContext } from '../../src/model/check-context.ts';
import { type Counterexample, Failure, Inconclusive, Skip } from '../../src/model/verdict.ts';

/** One step of a history: its action on the target and on the model, which knows what the target must do. */
type HistoryStep<Model extends object> = fc.AsyncCommand<Model, CheckContext>;

type History<Model extends object> = Iterable<HistoryStep<Model>>;

/** Histories of up to `mostSteps` steps. A failure is shrunk to the fewest and simplest steps that still fail. */
function histories<Model extends object>(steps: readonly fc.Arbitrary<HistoryStep<Model>>[], mostSteps: number): Cases<History<Model>> {
  return (replayPath) => fc.commands([...steps], { maxCommands: mostSteps, size: 'max', ...(replayPath !== undefined && { replayPath }) });
}

const finding = { message: 'too large', expected: 'at most 10', actual: 'more' };

describe('a property over requests', () => {
  test('throws the smallest case that fails, with what shows it again', async () => {
    const run = forAll(
      fc.nat({ max: 1000 }),
      async (value) => {
        if (value > 10) throw new Failure({ ...finding, actual: String(value) });
      },
      { seed: 1, runs: 100 },
    );
    const failure = await run.catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Failure);
    expect(failure).toMatchObject({ counterexample: { seed: 1, counterexample: '11' }, finding: { actual: '11' } });
  });

  test.for([new Skip('absent'), new Inconclusive('silent'), new Error('broken')])('is ended by %s without shrinking', async (reason) => {
    let runs = 0;
    const run = forAll(
      fc.nat(),
      async () => {
        runs += 1;
        throw reason;
      },
      { seed: 1, runs: 50 },
    );
    await expect(run).rejects.toBe(reason);
    expect(runs).toBe(1);
  });

  test('tries every example and as many cases as it was told', async () => {
    const seen: number[] = [];
    await forAll(fc.nat({ max: 9 }), async (value) => void seen.push(value), { seed: 1, runs: 5, examples: [100, 200] });
    expect(seen).toHaveLength(7);
    expect(seen.slice(0, 2)).toEqual([100, 200]);
  });

  test('draws the same cases from the same seed, and others for another rule', async () => {
    const draw = async (seed: number): Promise<readonly number[]> => {
      const seen: number[] = [];
      await forAll(fc.nat(), async (value) => void seen.push(value), { seed, runs: 20 });
      return seen;
    };
    expect(await draw(derivedSeed(7, 'IDEM-03/1'))).toEqual(await draw(derivedSeed(7, 'IDEM-03/1')));
    expect(derivedSeed(7, 'IDEM-03/1')).not.toBe(derivedSeed(7, 'IDEM-04/1'));
  });

  test.for([
    ['a path that leads nowhere', { path: '0:99:99' }],
    ['a history whose steps are not known', { path: '3:1:1:1', replayPath: 'A:A' }],
  ] as const)('tries all others where a saved case is gone: %s', async ([, saved]) => {
    const steps = histories([fc.nat({ max: 3 }).map(count)], 8);
    const lengths: number[] = [];
    await forAll(
      steps,
      async (history) => {
        const model = { counted: 0 };
        await fc.asyncModelRun(() => ({ model, real: undefined as never }), history);
        lengths.push(model.counted);
      },
      { seed: 1, runs: 20, ...saved },
    );
    expect(lengths).toHaveLength(20);
  });

  test('finds the smallest history again by its path and its replay path', async () => {
    const judge = async (history: History<{ counted: number }>): Promise<void> => {
      const model = { counted: 0 };
      await fc.asyncModelRun(() => ({ model, real: undefined as never }), history);
      if (model.counted > 4) throw new Failure(finding);
    };
    // Some steps are not taken, which is why the path alone is not enough.
    const steps = histories([fc.nat({ max: 3 }).map(count)], 12);
    const failureOf = (saved: { path?: string; replayPath?: string } = {}): Promise<unknown> =>
      forAll(steps, judge, { seed: 5, runs: 50, ...saved }).catch((error: unknown) =>
        error instanceof Failure ? error.counterexample : error,
      );
    const found = await failureOf();
    expect(found).toMatchObject({ path: expect.stringMatching(/^\d+:\d+/), replayPath: expect.stringMatching(/^\S+:\S+$/) });
    const { path, replayPath } = found as Counterexample & { replayPath: string };
    expect(await failureOf({ path, replayPath })).toEqual(found);
  });
});

/** Adds to the count. To an even count, only an even number may be added. */
function count(by: number): HistoryStep<{ counted: number }> {
  return {
    check: ({ counted }) => counted % 2 === by % 2,
    run: async (model) => {
      model.counted += by;
    },
    toString: () => `count(${by})`,
  };
}
