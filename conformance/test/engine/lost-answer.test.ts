import { describe, expect, test } from 'vitest';
import { losingTheFirst } from '../../mutants/faults/lost-answers.ts';
import type { NewFault } from '../../mutants/mutant.ts';
import { startFaultyService } from '../../mutants/peer/faulty-service.ts';
import { bodyOf, headerOf, refusal } from '../../mutants/peer/message.ts';
import { runConformance } from '../../src/index.ts';

/** Judges a service. Of several simultaneous requests, the first loses its answer, as can happen in a network. */
async function outcomes(fault: NewFault, rule: string): Promise<readonly unknown[]> {
  let lost = 0;
  const service = await startFaultyService({ fault });
  try {
    const onEvent = (event: { type: string; status?: number | undefined }): void => {
      if (event.type === 'request-sent' && event.status === undefined) lost += 1;
    };
    const { rules } = await runConformance(service.target, { rules: [rule], profile: 'reference', budget: 'standard', seed: 1, onEvent });
    return [rules.map(({ outcome, failure }) => failure?.message ?? outcome), lost > 0];
  } finally {
    await service.close();
  }
}

const byKey = (request: Parameters<typeof headerOf>[0]): string | undefined => headerOf(request, 'Idempotency-Key');
const byToken = (request: { readonly path: string; readonly body: string }): string =>
  `${request.path} ${String(bodyOf(request).ConcurrencyToken ?? bodyOf(request).concurrencyToken)}`;

describe.concurrent('an answer that is lost', () => {
  test('says nothing against a service that keeps its keys (IDEM-05)', async () => {
    const fault = losingTheFirst(['createAnagrafica', 'createWebhook'], byKey, (request, forward) => forward(request));
    expect(await outcomes(fault, 'IDEM-05')).toEqual([['pass'], true]);
  });

  test('says nothing against a service that guards its changes (CONC-03)', async () => {
    const fault = losingTheFirst(['updateAnagrafica', 'updateWebhook'], byToken, (request, forward) => forward(request));
    expect(await outcomes(fault, 'CONC-03')).toEqual([['pass'], true]);
  });

  test('does not hide that its request took effect, and another with its key too', async () => {
    const fault = losingTheFirst(['createAnagrafica'], byKey, (request, forward) =>
      forward({ ...request, headers: request.headers.filter(([name]) => name !== 'Idempotency-Key') }),
    );
    const [messages] = await outcomes(fault, 'IDEM-05');
    expect(messages).not.toEqual(['pass']);
  });

  test('does not hide that no PUT took effect (CONC-03)', async () => {
    // A PUT alone is executed. Simultaneous PUTs are all refused.
    const fault: NewFault = () => {
      const puts = new Map<string, number>();
      return async (request, forward) => {
        if (request.operation !== 'updateWebhook') return await forward(request);
        const common = byToken(request);
        puts.set(common, (puts.get(common) ?? 0) + 1);
        await new Promise((resolve) => setTimeout(resolve, 20));
        if (puts.get(common) === 1) return await forward(request);
        puts.set(common, Number.POSITIVE_INFINITY);
        return refusal(503);
      };
    };
    expect(await outcomes(fault, 'CONC-03')).toEqual([['inconclusive'], false]);
  });
});
