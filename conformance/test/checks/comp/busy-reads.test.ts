import { expect, test } from 'vitest';
import { startFaultyService } from '../../../mutants/peer/faulty-service.ts';
import { runConformance } from '../../../src/index.ts';

/** Judges a service that is too busy for the n-th read of each contact. */
async function outcomes(nth: number, rule: string): Promise<readonly unknown[]> {
  const reads = new Map<string, number>();
  let busy = 0;
  const service = await startFaultyService({
    fault: () => async (request, forward) => {
      if (request.operation !== 'getAnagrafica') return await forward(request);
      const count = (reads.get(request.path) ?? 0) + 1;
      reads.set(request.path, count);
      if (count !== nth) return await forward(request);
      busy += 1;
      return { status: 503, headers: [], body: '' };
    },
  });
  try {
    const { rules } = await runConformance(service.target, { rules: [rule], budget: 'quick', seed: 1 });
    return [rules.map(({ outcome, failure }) => failure?.message ?? outcome), busy > 0];
  } finally {
    await service.close();
  }
}

test.for([
  [1, 'COMP-06', 'inconclusive'],
  [1, 'COMP-03', 'pass'],
] as const)('that read %i of a contact was not answered breaks no rule (%s)', async ([nth, rule, outcome]) => {
  expect(await outcomes(nth, rule)).toEqual([[outcome], true]);
});
