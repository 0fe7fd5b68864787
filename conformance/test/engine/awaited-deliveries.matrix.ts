import { expect, test } from 'vitest';
import { startFaultyService } from '../../mutants/peer/faulty-service.ts';
import { checks } from '../../src/generated/checks/registry.ts';
import { runConformance } from '../../src/index.ts';

test('the checks that await a delivery are those that are inconclusive for a service without deliveries', async () => {
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

test('a run begins with a delivery if a plugin awaits one, and only then', async () => {
  const service = await startFaultyService();
  const { receiver, timing } = service.target;
  const unreached = { receiver: { ...receiver, publicUrl: 'https://localhost:9' }, timing: { ...timing, deliveryWithinMs: 300 } };
  const judge = (awaits: { readonly awaitsDelivery?: true }) => {
    const own = { id: 'OWN-hears', statement: 'It hears.', ...awaits, run: async () => undefined } as const;
    return runConformance({ ...service.target, ...unreached }, { rules: ['OWN-*'], ownChecks: [own], deliveryFirst: true });
  };
  try {
    await expect(judge({ awaitsDelivery: true })).rejects.toThrow(/nothing connected/);
    expect((await judge({})).rules).toMatchObject([{ id: 'OWN-hears' }]);
  } finally {
    await service.close();
  }
});
