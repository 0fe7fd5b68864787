import { describe, expect, test } from 'vitest';
import { type FaultyService, startFaultyService } from '../../mutants/peer/faulty-service.ts';
import { companyOf, operationOf } from '../../mutants/peer/operation-of.ts';
import { createRun } from '../../src/engine/create-run.ts';
import { type Budget, runConformance } from '../../src/index.ts';

interface Sent {
  readonly operation: string | undefined;
  readonly company: string | undefined;
}

/** What a rule sent, one request after the other. */
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

describe('the quick budget', () => {
  test('tries every operation in one company, a share of them in the other, and a share of the listed cases', async () => {
    const service = await startFaultyService();
    try {
      const [quick, standard] = [await sent(service, 'HDR-04', 'quick'), await sent(service, 'HDR-04', 'standard')];
      expect(operationsIn(quick, '1')).toBe(operationsIn(standard, '1'));
      expect(operationsIn(quick, '2')).toBeLessThan(operationsIn(standard, '2'));
      const inFirst = (calls: readonly Sent[]) => calls.filter(({ company, operation }) => company === '1' && operation === 'getArticolo');
      expect(inFirst(quick).length).toBeLessThan(inFirst(standard).length);
    } finally {
      await service.close();
    }
  });

  test('lets a case that is drawn stand for some of the listed ones', async () => {
    const service = await startFaultyService();
    try {
      const calls = await sent(service, 'HDR-04', 'quick');
      // The control, and one case that is drawn in the place of the five that are listed.
      expect(calls.filter(({ company, operation }) => company === '1' && operation === 'getArticolo')).toHaveLength(2);
    } finally {
      await service.close();
    }
  });

  test('waits less long for what must not come', async () => {
    const { target, close } = await startFaultyService();
    await close();
    const quietMs = (budget: Budget): number => createRun(target, { budget }).target.timing.quietMs;
    expect([quietMs('standard'), quietMs('thorough')]).toEqual([target.timing.quietMs, target.timing.quietMs]);
    expect(quietMs('quick')).toBeLessThan(target.timing.quietMs / 2);
  });

  test('goes on to the other operations where the target has none of the share', async () => {
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
