import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { impatient } from '../../../mutants/faults/attempts.ts';
import type { NewDeliveryFault } from '../../../mutants/mutant.ts';
import { bodyOf } from '../../../mutants/peer/message.ts';
import type { RuleResult, Target } from '../../../src/index.ts';
import { oneAtATime } from '../../../variations/deliveries.ts';
import { type Differences, judgeService } from '../../mutants/judge-service.ts';

/** Short enough for a test. The reference service takes 10 s. */
const TIME_OUT_MS = 1_500;

/** A fault only for the first event, which hangs. A loaded machine may be slow with the others. */
function atFirstEvent(fault: NewDeliveryFault): NewDeliveryFault {
  return (context) => {
    const faulty = fault(context);
    let first: unknown;
    return async (delivery, deliver) => {
      const { EventGuid } = bodyOf(delivery);
      first ??= EventGuid;
      return await (EventGuid === first ? faulty(delivery, deliver) : deliver(delivery));
    };
  };
}

/** The service gives up the hanging delivery. @param status the answer that it then assumes */
function givingUp(status: number): NewDeliveryFault {
  return atFirstEvent(impatient(() => status, TIME_OUT_MS));
}

/** Gives up no delivery during a test. */
const patient = { attemptDeadlineMs: 600_000 };
/** All retries come soon, for targets without a clock. */
const retriesSoon = { retryDelaysMs: [300, 300, 300, 300, 300] };

async function judge(
  differences: Differences,
  describeTarget?: (target: Target) => Target,
  rules: readonly string[] = ['DLV-03'],
): Promise<readonly RuleResult[]> {
  return await judgeService(differences, { rules, budget: 'standard' }, describeTarget);
}

function withTiming(timing: Partial<Target['timing']>): (target: Target) => Target {
  return (target) => ({ ...target, timing: { ...target.timing, ...timing } });
}

function withoutClock({ controls: { clock: _clock, ...controls }, ...target }: Target): Target {
  return withTiming({ retryWithinMs: 10_000 })({ ...target, controls });
}

const fails = expect.objectContaining({
  outcome: 'fail',
  failure: expect.objectContaining({
    message: expect.stringContaining('A delivery that hangs must be retried'),
    exchanges: expect.arrayContaining([expect.objectContaining({ why: 'created the object in question', pinned: true })]),
    deliveries: [expect.objectContaining({ attempt: 1, answered: expect.stringContaining('the target gave up after') })],
  }),
});

describe.concurrent('a delivery that hangs', () => {
  test('passes a target that gives it up and makes another attempt', async () => {
    const [result] = await judge({ deliveryFault: givingUp(502) });
    expect(result).toMatchObject({ outcome: 'pass', reason: null });
  });

  test('passes a target that makes another attempt, and keeps the connection of the first', async () => {
    const [result] = await judge({
      deliveryFault: atFirstEvent(
        () => async (delivery, deliver) => await Promise.race([deliver(delivery), sleep(TIME_OUT_MS, 502, { ref: false })]),
      ),
    });
    expect(result).toMatchObject({ outcome: 'pass', reason: null });
  });

  test('fails a target that counts its own time-out as a success, and shows the delivery', async () => {
    const [result] = await judge({ deliveryFault: givingUp(200) });
    expect(result).toEqual(fails);
    // A webhook of the run may have the same id as the contact.
    const creations = result?.failure?.exchanges.filter(({ why }) => why === 'created the object in question') ?? [];
    expect(creations.map(({ call }) => new URL(call.url).pathname)).toEqual([expect.stringMatching(/\/Anagrafica$/)]);
  });

  test('is awaited in real time if there is no clock control', async () => {
    const [rightful, faulty] = await Promise.all(
      [502, 200].map((status) => judge({ deliveryFault: givingUp(status), service: retriesSoon }, withoutClock)),
    );
    expect(rightful).toMatchObject([{ outcome: 'pass', reason: null }]);
    expect(faulty).toEqual([fails]);
  });

  test('is inconclusive for a target that does not give it up in time', async () => {
    const [result] = await judge({ service: patient }, withTiming({ hangAtMostMs: 500 }));
    expect(result).toMatchObject({ outcome: 'inconclusive', reason: expect.stringContaining('raise timing.hangAtMostMs') });
  });

  test('is confirmed if the target delivers nothing else meanwhile, and disturbs no other rule', async () => {
    const rules = ['DLV-03', 'EVT-01', 'EVT-04', 'DLV-01'];
    const results = await judge({ deliveryFault: oneAtATime, service: patient }, undefined, rules);
    const outcomes = Object.fromEntries(results.map(({ id, outcome }) => [id, outcome]));
    expect(outcomes).toEqual({ 'DLV-01': 'pass', 'DLV-03': 'inconclusive', 'EVT-01': 'pass', 'EVT-04': 'pass' });
    expect(results.find(({ id }) => id === 'DLV-03')?.reason).toContain('delivers nothing else while one delivery hangs');
  });

  test('is judged even if the target delivers nothing else meanwhile, if it gives up soon', async () => {
    const deliveryFault: NewDeliveryFault = (context) => {
      const [inTurn, attempt] = [oneAtATime(), givingUp(502)(context)];
      return async (delivery, deliver) => await inTurn(delivery, (sent) => attempt({ ...delivery, ...sent }, deliver));
    };
    const [result] = await judge({ deliveryFault, service: patient }, withTiming({ deliveryWithinMs: 60_000 }));
    expect(result).toMatchObject({ outcome: 'pass', reason: null });
  });
});
