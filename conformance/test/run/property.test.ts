import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { derivedSeed, forAll } from '../../src/run/property.ts';
import { Failure, Inconclusive, Skip } from '../../src/run/verdict.ts';

const finding = { message: 'too large', expected: 'at most 10', actual: 'more' };

describe('a property over requests', () => {
  it('throws the smallest case that fails, with what shows it again', async () => {
    const run = forAll(
      fc.nat({ max: 1000 }),
      async (value) => {
        if (value > 10) throw new Failure({ ...finding, actual: String(value) }, []);
      },
      { seed: 1, runs: 100 },
    );
    const failure = await run.catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Failure);
    expect(failure).toMatchObject({ counterexample: { seed: 1, counterexample: '11' }, finding: { actual: '11' } });
  });

  it.for([new Skip('absent'), new Inconclusive('silent'), new Error('broken')])('is ended by %s without shrinking', async (reason) => {
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

  it('tries every example and as many cases as it was told', async () => {
    const seen: number[] = [];
    await forAll(fc.nat({ max: 9 }), async (value) => void seen.push(value), { seed: 1, runs: 5, examples: [100, 200] });
    expect(seen).toHaveLength(7);
    expect(seen.slice(0, 2)).toEqual([100, 200]);
  });

  it('draws the same cases from the same seed, and others for another rule', async () => {
    const draw = async (seed: number): Promise<readonly number[]> => {
      const seen: number[] = [];
      await forAll(fc.nat(), async (value) => void seen.push(value), { seed, runs: 20 });
      return seen;
    };
    expect(await draw(derivedSeed(7, 'IDEM-03/1'))).toEqual(await draw(derivedSeed(7, 'IDEM-03/1')));
    expect(derivedSeed(7, 'IDEM-03/1')).not.toBe(derivedSeed(7, 'IDEM-04/1'));
  });
});
