import { describe, expect, test } from 'vitest';
import type { Fault } from '../../mutants/mutant.ts';
import { type FaultyService, startFaultyService } from '../../mutants/peer/faulty-service.ts';
import { type ConformanceResult, runConformance } from '../../src/index.ts';

const never = new Promise<never>(() => {});

/** Judges a service that goes away at one of its requests, in the middle of the run. */
async function judge(at: number, end: (service: FaultyService) => void): Promise<ConformanceResult> {
  let [requests, isOver] = [0, false];
  const fault: Fault = async (request, forward) => {
    requests += 1;
    if (requests === at) {
      isOver = true;
      end(service);
    }
    return isOver ? await never : await forward(request);
  };
  const service = await startFaultyService({ fault: () => fault });
  try {
    const rules = ['AUTH-*', 'COMP-*', 'HDR-*', 'IDEM-0*', 'CONC-*'];
    return await runConformance(service.target, { rules, seed: 1, requestWithinMs: 3_000 });
  } finally {
    await service.close();
  }
}

describe('a target that is gone in the middle of a run', () => {
  test.for<[string, (service: FaultyService) => void]>([
    ['because it died', (service) => void service.close()],
    ['because it hangs', () => undefined],
  ])('is held to have broken nothing, and the last requests are named: %s', async ([, end]) => {
    const { conclusion, rules, summary, cleanup } = await judge(400, end);
    expect(rules.filter(({ outcome }) => outcome === 'fail')).toEqual([]);
    expect(conclusion).toMatchObject({ verdict: 'cannot be told', exitCode: 2 });
    expect(conclusion.headline).toMatch(
      /^cannot be told: the target no longer answers \(.+\); the last request that it answered was [A-Z]+ \/.+ \(\d+\) at .+, the first that it did not [A-Z]+ \/.+; \d+ of \d+ rules judged$/,
    );
    expect(summary.skip + summary.inconclusive).toBeGreaterThan(10);
    // Created objects stay, and can be removed when the target is back.
    expect(cleanup.cutShort?.reason).toMatch(/no longer answers/);
    expect(cleanup.left.length).toBeGreaterThan(0);
  });

  test('differs from one that loses a single answer, which is held against it', async () => {
    const fault: Fault = async (request, forward) => {
      if (request.operation === 'getArticolo') throw new Error('the answer is lost');
      return await forward(request);
    };
    const service = await startFaultyService({ fault: () => fault });
    try {
      const { conclusion, rules } = await runConformance(service.target, { rules: ['COMP-05'], seed: 1 });
      expect(rules).toMatchObject([{ id: 'COMP-05', outcome: 'fail' }]);
      expect(conclusion.exitCode).toBe(1);
    } finally {
      await service.close();
    }
  });
});
