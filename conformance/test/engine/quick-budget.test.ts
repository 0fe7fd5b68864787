import { describe, expect, test } from 'vitest';
import { type FaultyService, startFaultyService } from '../../mutants/peer/faulty-service.ts';
import { companyOf, operationOf } from '../../mutants/peer/operation-of.ts';
import { createRun } from '../../src/engine/create-run.ts';
import { RuleContext } from '../../src/engine/rule-context.ts';
import { operations } from '../../src/generated/operations.ts';
import { type Budget, runConformance } from '../../src/index.ts';
import { boundOperations } from '../../src/scenarios/operations/operation-case.ts';

interface Sent {
  readonly operation: string | undefined;
  readonly company: string | undefined;
}

/** The requests of a rule, in order. */
async function sent({ target }: FaultyService, rule: string, budget: Budget): Promise<readonly Sent[]> {
  const calls: Sent[] = [];
  await runConformance(target, {
    rules: [rule],
    budget,
    seed: 1,
    onEvent: (event) => {
      if (event.type !== 'request-sent' || event.rule !== rule) return;
      const { pathname } = new URL(event.url);
      calls.push({ operation: operationOf(event.method, pathname), company: companyOf(pathname) });
    },
  });
  return calls;
}

function operationsIn(calls: readonly Sent[], company: string | undefined): number {
  return new Set(calls.filter((call) => call.company === company).map(({ operation }) => operation)).size;
}

/** After this many runs of three drawn operations each, it is unlikely that one of 28 was never drawn. */
const SEEDS = 150;

describe('the quick budget', () => {
  test('tries a share of the operations in each company, and a share of the listed cases', async () => {
    const service = await startFaultyService();
    try {
      const [quick, standard] = [await sent(service, 'HDR-04', 'quick'), await sent(service, 'HDR-04', 'standard')];
      for (const company of ['1', '2']) expect(operationsIn(quick, company), company).toBeLessThan(operationsIn(standard, company) / 2);
      expect(quick.length).toBeLessThan(standard.length / 4);
    } finally {
      await service.close();
    }
  });

  test('draws, over the seeds, each operation that a rule binds', async () => {
    const { target, close } = await startFaultyService();
    await close();
    const runs = Array.from({ length: SEEDS }, (_, seed) => createRun(target, { budget: 'quick', seed }));
    for (const rule of new Set(Object.values(operations).flatMap(({ rules }) => rules))) {
      const contexts = runs.map((run) => new RuleContext(rule, run));
      const bound = contexts.slice(0, 1).flatMap((context) => boundOperations(context).map(({ operation }) => operation));
      const drawn = contexts.map((context) => context.some(bound));
      expect(new Set(drawn.flat()), rule).toEqual(new Set(bound));
      for (const share of drawn) expect(share.length, rule).toBeLessThanOrEqual(Math.ceil(bound.length / 4));
    }
  });

  test('waits less long for what must not come', async () => {
    const { target, close } = await startFaultyService();
    await close();
    const quietMs = (budget: Budget): number => createRun(target, { budget }).target.timing.quietMs;
    expect([quietMs('standard'), quietMs('thorough')]).toEqual([target.timing.quietMs, target.timing.quietMs]);
    expect(quietMs('quick')).toBeLessThan(target.timing.quietMs / 2);
  });

  test('tries other operations if the target has none of the drawn ones', async () => {
    const absent = { status: 501, headers: [], body: '' };
    const service = await startFaultyService({
      fault: () => async (request, forward) =>
        companyOf(request.path) !== undefined && request.operation !== 'listAnagrafica' ? absent : await forward(request),
    });
    try {
      for (const seed of [1, 2, 3, 4]) {
        const { rules } = await runConformance(service.target, { rules: ['AUTH-04'], budget: 'quick', seed });
        expect(rules.find(({ id }) => id === 'AUTH-04')?.outcome).toBe('pass');
      }
    } finally {
      await service.close();
    }
  });
});
