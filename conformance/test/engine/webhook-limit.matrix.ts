import { describe, expect, test } from 'vitest';
import type { Fault } from '../../mutants/mutant.ts';
import { startFaultyService } from '../../mutants/peer/faulty-service.ts';
import { bodyOf, headerOf, isSuccess, refusal } from '../../mutants/peer/message.ts';
import { runConformance } from '../../src/index.ts';

/** Refuses a webhook if its company already has the maximum. */
function limited(most: number, status: number, existed: { most: number }): () => Fault {
  return () => {
    const companies = new Map<string, string>();
    return async (request, forward) => {
      const company = headerOf(request, 'X-Service-LicenseKey') ?? '';
      const count = (): number => [...companies.values()].filter((other) => other === company).length;
      if (request.operation === 'createWebhook' && count() >= most) return refusal(status);
      const answer = await forward(request);
      if (request.operation === 'createWebhook' && isSuccess(answer)) companies.set(String(bodyOf(answer).id), company);
      if (request.operation === 'deleteWebhook' && isSuccess(answer)) companies.delete(request.path.split('/').at(-1) ?? '');
      existed.most = Math.max(existed.most, count());
      return answer;
    };
  };
}

/** Some rules that need many webhooks, some that need few, and all rules about webhooks. */
const rules = ['HOOK-*', 'HDR-01', 'HDR-09', 'IDEM-01', 'IDEM-03', 'IDEM-05', 'AUTH-04'];

describe('a target that allows few webhooks', () => {
  test.for([
    [8, 422],
    [5, 429],
  ] as const)('of %i a company (%i) breaks no rule by it, and what needs more says so', async ([most, status]) => {
    const service = await startFaultyService({ fault: limited(most, status, { most: 0 }) });
    try {
      const { rules: judged } = await runConformance(service.target, { rules, budget: 'quick', seed: 2 });
      expect(
        judged.filter(({ outcome }) => outcome === 'fail' || outcome === 'error').map(({ id, failure }) => [id, failure?.message]),
      ).toEqual([]);
      const needing = judged.filter(
        ({ outcome, reason }) =>
          outcome === 'inconclusive' && /refuses another webhook of company 1 while this run has \d/.test(reason ?? ''),
      );
      expect(needing.length).toBeGreaterThan(0);
      expect(judged.filter(({ outcome }) => outcome === 'pass').length).toBeGreaterThan(needing.length);
    } finally {
      await service.close();
    }
  });

  test('gets few, since the webhooks of a rule are removed as soon as it is judged', async () => {
    const existed = { most: 0 };
    const service = await startFaultyService({ fault: limited(Number.POSITIVE_INFINITY, 422, existed) });
    try {
      const { rules: judged } = await runConformance(service.target, {
        rules: ['HDR-01', 'HDR-04', 'HOOK-*'],
        budget: 'quick',
        seed: 2,
        workers: 1,
      });
      expect(judged.filter(({ outcome }) => outcome === 'fail')).toEqual([]);
      expect(existed.most).toBeLessThanOrEqual(25);
    } finally {
      await service.close();
    }
  });

  test('is not taken for one that refuses what it must not', async () => {
    const service = await startFaultyService({
      fault: () => async (request, forward) =>
        request.operation === 'createWebhook' && Array.isArray(bodyOf(request).Events) && (bodyOf(request).Events as unknown[]).length > 1
          ? refusal(422)
          : await forward(request),
    });
    try {
      const { rules: judged } = await runConformance(service.target, { rules: ['HOOK-*'], budget: 'quick', seed: 2 });
      expect(judged.some(({ outcome }) => outcome === 'fail')).toBe(true);
      expect(judged.filter(({ reason }) => reason?.includes('another webhook'))).toEqual([]);
    } finally {
      await service.close();
    }
  });
});
