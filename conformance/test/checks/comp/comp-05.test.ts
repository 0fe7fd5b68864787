import { expect, test } from 'vitest';
import { startFaultyService } from '../../../mutants/peer/faulty-service.ts';
import { isSuccess } from '../../../mutants/peer/message.ts';
import { runConformance } from '../../../src/index.ts';

test('an item of another rule, which may be deleted after it was listed, is not asked for', async () => {
  let runName = '';
  const service = await startFaultyService({
    fault: () => async (request, forward) => {
      if (request.operation === 'createArticolo') runName = /conformance-[0-9a-f]{8}/.exec(request.body)?.[0] ?? '';
      const answer = await forward(request);
      if (request.operation !== 'listArticolo' || !isSuccess(answer) || runName === '') return answer;
      const items = JSON.parse(answer.body) as readonly Record<string, unknown>[];
      const deleted = Array.from({ length: 40 }, (_, index) => ({
        ...items[0],
        id: 1_000_000 + index,
        codice: `${runName}-idem-07-${index}`,
      }));
      return { ...answer, body: JSON.stringify([...items, ...deleted]) };
    },
  });
  try {
    const { rules } = await runConformance(service.target, { rules: ['COMP-05'], seed: 1 });
    expect(rules.map(({ outcome, failure }) => failure?.message ?? outcome)).toEqual(['pass']);
    expect(runName).not.toBe('');
  } finally {
    await service.close();
  }
});
