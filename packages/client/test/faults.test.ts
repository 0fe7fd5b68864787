import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { ClientError, createClient } from '../src/index.ts';
import { FAULTS, type Fault, faithfulService } from './faithful-service.ts';
import { scriptedService } from './scripted-service.ts';
import { virtualClock } from './virtual-clock.ts';

const TIMEOUT_MS = 20_000;
const orderOfFaults = fc.array(fc.constantFrom(...FAULTS), { maxLength: 12 });

/** One creation against a service on which these faults fall, in virtual time. */
async function createUnder(faults: readonly Fault[], seed = 1) {
  const faithful = faithfulService(faults);
  await using service = await scriptedService(faithful.script);
  const clock = virtualClock();
  const random = fc.sample(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), { numRuns: 200, seed });
  const options = { ...service.options, clock, random: () => random.pop() ?? 0, timeoutMs: TIMEOUT_MS };
  const outcome = await createClient(options)
    .company(1, 'license')
    .anagrafica.create({ nome: 'Rossi' })
    .catch((error: unknown) => error);
  return { outcome, ...faithful, logins: service.logins(), calls: service.calls(), elapsedMs: clock.now() };
}

test('whatever the order of faults: one effect at most, one key, the same bytes, two logins, no loop, and the deadline holds', async () => {
  const property = fc.asyncProperty(orderOfFaults, fc.integer(), async (faults, seed) => {
    const { outcome, effects, mismatches, logins, calls, elapsedMs } = await createUnder(faults, seed);
    expect(effects.length).toBeLessThanOrEqual(1);
    expect(mismatches).toEqual([]);
    expect(new Set(calls.map(({ method, path, body, headers }) => [method, path, body, headers['idempotency-key']].join(' '))).size).toBe(
      1,
    );
    expect(logins.length).toBeLessThanOrEqual(2);
    expect(calls.length).toBeLessThanOrEqual(faults.length + 1);
    expect(elapsedMs).toBeLessThan(TIMEOUT_MS);
    if (outcome instanceof ClientError)
      expect(outcome).toMatchObject({ attempts: calls.length, idempotencyKey: calls[0]?.headers['idempotency-key'] });
    else expect({ outcome, effects: effects.length }).toMatchObject({ outcome: { status: 201, attempts: calls.length }, effects: 1 });
  });
  await fc.assert(property, { numRuns: 150 });
});

test('whatever the order of faults that a patient client outlives, the call succeeds', async () => {
  const lived = fc.constantFrom<Fault[]>('in-progress', 'in-progress-bare', 'lost-after', 'cut-after', 'unavailable-after', 'rate-limited');
  const few = fc.array(lived, { maxLength: 3 });
  const property = fc.asyncProperty(few, fc.nat(3), fc.integer(), async (faults, place, seed) => {
    const withExpiry = faults.toSpliced(place, 0, 'expired');
    const { outcome, effects, logins } = await createUnder(withExpiry, seed);
    expect({ outcome, effects, logins: logins.length }).toMatchObject({
      outcome: { status: 201 },
      effects: ['{"nome":"Rossi"}'],
      logins: 2,
    });
  });
  await fc.assert(property, { numRuns: 60 });
});

test('CLI-07: a connection that is killed after the request was sent causes one effect', async () => {
  const { outcome, effects, calls } = await createUnder(['lost-after']);
  expect(outcome).toMatchObject({ status: 201, attempts: 2, replayed: true, idempotencyKey: calls[0]?.headers['idempotency-key'] });
  expect(effects).toHaveLength(1);
});

test('CLI-07: an answer that is cut in the middle of its body is a lost one', async () => {
  const { outcome, effects } = await createUnder(['cut-after']);
  expect(outcome).toMatchObject({ status: 201, data: { id: 1, nome: 'Rossi' }, attempts: 2, replayed: true });
  expect(effects).toHaveLength(1);
});

test('CLI-05: a service that refuses every token ends the call after two logins and two attempts', async () => {
  const { outcome, logins, calls } = await createUnder(['expired', 'expired', 'expired']);
  expect(outcome).toMatchObject({ code: 'token-refused', status: 401, attempts: 2 });
  expect({ logins: logins.length, calls: calls.length }).toEqual({ logins: 2, calls: 2 });
});

test.for(['lost', 'unavailable', 'rate-limited'] as const)(
  '%s again and again ends the call with an error after four attempts',
  async (fault) => {
    const code = { lost: 'transport', unavailable: 'service-failure', 'rate-limited': 'too-many-requests' }[fault];
    const { outcome } = await createUnder(Array.from({ length: 9 }, () => fault));
    expect(outcome).toMatchObject({ code, attempts: 4 });
  },
);

test('CLI-06: a conflict that does not end is waited for until the deadline, and not beyond', async () => {
  const { outcome, calls, elapsedMs } = await createUnder(Array.from({ length: 99 }, () => 'in-progress-bare'));
  expect(outcome).toMatchObject({ code: 'conflict', status: 409 });
  expect(calls.length).toBeLessThan(99);
  expect(elapsedMs).toBeGreaterThan(TIMEOUT_MS / 2);
});
