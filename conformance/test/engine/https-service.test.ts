import { describe, expect, test } from 'vitest';
import { mutants } from '../../mutants/index.ts';
import { startFaultyService } from '../../mutants/peer/faulty-service.ts';
import { ConfigurationError, runConformance } from '../../src/index.ts';

const options = { rules: ['IDEM-15', 'AUTH-01', 'CONC-03'], budget: 'quick', seed: 1 } as const;

async function outcomes(mutantId?: string): Promise<Readonly<Record<string, string>>> {
  const service = await startFaultyService(
    mutants.find(({ id }) => id === mutantId),
    true,
  );
  try {
    expect(service.target.service.customerUrl).toMatch(/^https:/);
    const { rules } = await runConformance(service.target, options);
    return Object.fromEntries(rules.map(({ id, outcome }) => [id, outcome]));
  } finally {
    await service.close();
  }
}

describe('a service over TLS, its certificate signed by an authority of its own', () => {
  test('is judged like any other', async () => {
    expect(await outcomes()).toEqual({ 'IDEM-15': 'pass', 'AUTH-01': 'pass', 'CONC-03': 'pass' });
  });

  test('can have its answers cut', async () => {
    expect(await outcomes('IDEM-15-lock-of-who-left-stays')).toMatchObject({ 'IDEM-15': 'fail', 'AUTH-01': 'pass' });
  });

  test('is not judged without its CA, and the message says what to configure', async () => {
    const service = await startFaultyService(undefined, true);
    const { caFile: _caFile, ...unnamed } = service.target.service;
    const run = runConformance({ ...service.target, service: unnamed }, options);
    await expect(run).rejects.toThrow(ConfigurationError);
    await expect(run).rejects.toThrow(/service\.caFile/);
    await service.close();
  });
});
