import { expect, test } from 'vitest';
import { startFaultyService } from '../../mutants/peer/faulty-service.ts';
import { checks } from '../../src/generated/checks/registry.ts';
import { runConformance } from '../../src/index.ts';

test('the checks that await a delivery are those that can say nothing of a service that delivers nothing', async () => {
  const service = await startFaultyService({ deliveryFault: () => async () => 204 });
  const target = { ...service.target, timing: { ...service.target.timing, deliveryWithinMs: 300 } };
  try {
    const { rules } = await runConformance(target, { profile: 'reference', budget: 'quick', seed: 1 });
    const open = rules.filter(({ outcome }) => outcome === 'inconclusive').map(({ id }) => id);
    expect(open.toSorted()).toEqual(checks.flatMap(({ rule, awaitsDelivery }) => (awaitsDelivery ? [rule] : [])).toSorted());
  } finally {
    await service.close();
  }
});
