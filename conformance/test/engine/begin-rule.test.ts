import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { impatient } from '../../mutants/faults/attempts.ts';
import { type FaultyService, startFaultyService } from '../../mutants/peer/faulty-service.ts';
import { type Budget, type RunOptions, runConformance } from '../../src/index.ts';

let rightful: FaultyService;

beforeAll(async () => {
  rightful = await startFaultyService({ deliveryFault: impatient(() => 502) });
});

afterAll(() => rightful.close());

/** The events of a run in order: which rule began, and which sent a request. */
async function happened(budget: Budget, options: RunOptions = {}): Promise<readonly string[]> {
  const log: string[] = [];
  await runConformance(rightful.target, {
    ...options,
    rules: ['VER-01', 'DLV-03'],
    budget,
    seed: 1,
    onEvent: (event) => {
      if (event.type === 'rule-started') log.push(`${event.rule} begins`);
      if (event.type === 'request-sent' && event.rule !== 'preflight') log.push(`${event.rule} sends`);
      if (event.type === 'rule-judged') log.push(`${event.result.id}: ${event.result.outcome}`);
    },
  });
  return log;
}

describe('what takes long', () => {
  test.for([{}, { workers: 1 }])('begins before any rule is judged (%j)', async (options) => {
    const log = await happened('standard', options);
    expect(log.indexOf('DLV-03 sends')).toBeLessThan(log.indexOf('VER-01 begins'));
    expect(log).toContain('DLV-03: pass');
  });

  test('is left out at the quick budget', async () => {
    const log = await happened('quick');
    expect(log.indexOf('DLV-03 sends')).toBeGreaterThan(log.indexOf('DLV-03 begins'));
    expect(log).toContain('DLV-03: pass');
  });
});
