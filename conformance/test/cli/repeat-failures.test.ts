import { expect, test } from 'vitest';
import { startFaultyService } from '../../mutants/peer/faulty-service.ts';
import { headerOf, refusal } from '../../mutants/peer/message.ts';
import { repeatFailures } from '../../src/cli/judge-and-report.ts';
import { type ConformanceResult, type RunOptions, runConformance } from '../../src/index.ts';

/** Judges a service that always fails to refuse a missing license key, and fails to refuse a missing API key only once. */
async function repeatedAt(times: number): Promise<Readonly<Record<string, unknown>>> {
  let refused = 0;
  const service = await startFaultyService({
    fault: () => async (request, forward) => {
      const answer = await forward(request);
      if (answer.status !== 403) return answer;
      if (headerOf(request, 'X-Service-LicenseKey') === undefined) return refusal(400);
      if (headerOf(request, 'X-Service-ApiKey') !== undefined) return answer;
      refused += 1;
      return refused === 1 ? refusal(400) : answer;
    },
  });
  try {
    const options: RunOptions = { rules: ['HDR-01', 'HDR-03', 'AUTH-07'], budget: 'quick', seed: 1, workers: 1 };
    const run = (more: RunOptions): Promise<ConformanceResult> => runConformance(service.target, more);
    const first = await run(options);
    const { rules, cleanup, conclusion } = await repeatFailures(run, first, options, times);
    expect(conclusion).toEqual(first.conclusion);
    expect(cleanup.removed).toBeGreaterThan(first.cleanup.removed);
    return Object.fromEntries(rules.map(({ id, outcome, repeats }) => [id, repeats ?? outcome]));
  } finally {
    await service.close();
  }
}

test('what failed is judged again, and reported as stable or flaky', async () => {
  expect(await repeatedAt(2)).toEqual({ 'HDR-01': { failed: 0, of: 2 }, 'HDR-03': { failed: 2, of: 2 }, 'AUTH-07': 'pass' });
});
