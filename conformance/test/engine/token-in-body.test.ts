import { expect, test } from 'vitest';
import { mutants } from '../../mutants/index.ts';
import { startFaultyService } from '../../mutants/peer/faulty-service.ts';
import { runConformance } from '../../src/index.ts';

test('shows no token that a service gives out in the body of authenticate', async () => {
  const service = await startFaultyService(mutants.find(({ id }) => id === 'AUTH-01-token-in-the-body'));
  try {
    const { rules } = await runConformance(service.target, { rules: ['AUTH-01'], seed: 1 });
    const bodies = rules.flatMap(({ failure }) => failure?.exchanges ?? []).map(({ answer }) => answer?.body);
    expect(bodies.length).toBeGreaterThan(0);
    expect(bodies.every((body) => body === '<REDACTED>')).toBe(true);
  } finally {
    await service.close();
  }
});
