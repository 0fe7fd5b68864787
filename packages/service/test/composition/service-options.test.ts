import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { startDeliveryProcess } from '../../src/composition/delivery-process.ts';
import { type ServiceOptions, startService } from '../../src/index.ts';

const basics: ServiceOptions = { database: ':memory:', sealingKey: randomBytes(32), log: pino({ level: 'silent' }) };

test.each([
  ['a lifetime that is no number', { tokenLifetimeMs: Number.NaN }, 'tokenLifetimeMs'],
  ['a lifetime without end', { tokenLifetimeMs: Number.POSITIVE_INFINITY }, 'tokenLifetimeMs'],
  ['no login at all', { loginsMax: 0 }, 'loginsMax'],
  ['half a list', { listsOfOneMax: 0.5 }, 'listsOfOneMax'],
  ['a limit that is a text', { bodyLimitBytes: '5' }, 'bodyLimitBytes'],
  ['a deadline below 0', { attemptDeadlineMs: -1 }, 'attemptDeadlineMs'],
  ['a wait that is no number', { retryDelaysMs: [5, Number.NaN] }, 'retryDelaysMs'],
  ['a cost that is no number', { passwordCost: { memoryKiB: Number.NaN, passes: 1 } }, 'passwordCost.memoryKiB'],
  ['a misspelt option', { tokenLifetimMs: 5 }, 'tokenLifetimeMs'],
  ['an origin with a path', { allowedOrigins: ['https://shop.example.com/app'] }, 'allowedOrigins'],
  ['no database', { database: undefined }, 'database'],
])('a service does not start with %s', async (_, change, name) => {
  const given = { ...basics, ...change } as unknown as ServiceOptions;
  await expect(startService(given)).rejects.toMatchObject({ code: 'bad-argument', message: expect.stringContaining(name) });
});

test('a process that delivers alone refuses them too', async () => {
  await expect(startDeliveryProcess({ ...basics, leaseMs: Number.NaN })).rejects.toMatchObject({ code: 'bad-argument' });
});

test('an option that is undefined is not given', async () => {
  const undefinedOnes = {
    headerWord: undefined,
    tokenLifetimeMs: undefined,
    loginsMax: undefined,
    keepEventsMs: undefined,
    drainMs: undefined,
  };
  const service = await startService({ ...basics, ...undefinedOnes });
  try {
    const answer = await service.monitor.inject('/health/ready');
    expect(answer.statusCode).toBe(200);
  } finally {
    await service.close();
  }
});
