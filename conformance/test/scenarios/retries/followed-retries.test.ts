import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { RuleContext } from '../../../src/engine/rule-context.ts';
import { Inconclusive } from '../../../src/model/verdict.ts';
import type { Attempt } from '../../../src/model/webhook.ts';
import { confirm, ReceiverEndpoint } from '../../../src/receiver/endpoint.ts';
import { type FireWitness, type Followed, followRetries } from '../../../src/scenarios/retries/followed-retries.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

/** A webhook that got one failed attempt, at a target that observes each move of its clock. */
function retried(moved: (endpoint: ReceiverEndpoint) => void): {
  readonly context: RuleContext;
  readonly delivery: Followed;
  readonly moves: () => number;
} {
  const endpoint = new ReceiverEndpoint('a-hook', confirm);
  endpoint.take({} as Attempt);
  let moves = 0;
  const advance = (): Promise<void> => {
    moves += 1;
    if (moves > 100) throw new Error('the clock is moved without end');
    moved(endpoint);
    return Promise.resolve();
  };
  const context = {
    clock: {},
    advance,
    rest: (act: () => Promise<unknown>) => act(),
    target: { timing: { quietMs: 750, deliveryWithinMs: 10_000 } },
  };
  const { attempts } = endpoint;
  const delivery = { endpoint, witness: { endpoint }, attempts, confirmedAfter: 2, isDue: () => attempts.length === 1 };
  return { context: context as unknown as RuleContext, delivery, moves: () => moves };
}

const witness = {} as Attempt;

/** A target that delivers the last event at once. */
function atOnce({ endpoint }: Followed): FireWitness {
  return async () => {
    (endpoint as ReceiverEndpoint).take(witness);
    return (attempt) => attempt === witness;
  };
}

describe('following retries by moves of the clock', () => {
  test('gives a retry that must come some seconds, and moves the clock a few times meanwhile', async () => {
    const { context, delivery, moves } = retried(() => {});
    const followed = followRetries(context, [delivery], atOnce(delivery));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await followed).toBe(true);
    expect(moves()).toBeLessThan(15);
  });

  test('accepts a late retry', async () => {
    const { context, delivery } = retried((endpoint) => {
      if (endpoint.attempts.length === 1) setTimeout(() => endpoint.attempts.length < 2 && endpoint.take({} as Attempt), 6_000);
    });
    const attempts = followRetries(context, [delivery], atOnce(delivery)).then(() => delivery.attempts.length);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await attempts).toBe(2);
  });

  test('looks for an extra retry with two moves, since the target may have noted the last attempt only after the first move', async () => {
    let since = 0;
    const { context, delivery } = retried((endpoint) => {
      since = endpoint.attempts.length < 6 ? 0 : since + 1;
      if (endpoint.attempts.length < 6 || since === 2) endpoint.take({} as Attempt);
    });
    const followed = followRetries(context, [{ ...delivery, confirmedAfter: Number.POSITIVE_INFINITY }], atOnce(delivery));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await followed).toBe(true);
    expect(delivery.attempts).toHaveLength(7);
  });

  test('follows a webhook that gets one event after the other to the last of ten', async () => {
    const line = Array.from({ length: 10 }, (): Attempt[] => []);
    const { context, delivery } = retried((endpoint) => {
      const current = line.findIndex((attempts) => attempts.length < 6);
      // The next begins when the one before it has had its last attempt.
      for (const attempts of [line[current], line[current]?.length === 5 ? line[current + 1] : undefined]) {
        if (attempts === undefined) continue;
        attempts.push({} as Attempt);
        endpoint.take({} as Attempt);
      }
    });
    line[0]?.push({} as Attempt);
    const deliveries = line.map((attempts) => ({
      ...delivery,
      attempts,
      confirmedAfter: Number.POSITIVE_INFINITY,
      isDue: () => false,
    }));
    const followed = followRetries(context, deliveries, atOnce(delivery));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await followed).toBe(true);
    expect(line.map(({ length }) => length)).toEqual(line.map(() => 6));
  });

  test('waits for a late retry as long as the last event takes', async () => {
    const { context, delivery } = retried(() => {});
    const endpoint = delivery.endpoint as ReceiverEndpoint;
    const attempts = [{} as Attempt];
    const slowly: FireWitness = async () => {
      setTimeout(() => endpoint.take(witness), 5_000);
      setTimeout(() => attempts.push({} as Attempt) && endpoint.take({} as Attempt), 9_000);
      return (attempt) => attempt === witness;
    };
    const followed = followRetries(context, [{ ...delivery, attempts, isDue: () => attempts.length === 1 }], slowly);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await followed).toBe(true);
    expect(attempts).toHaveLength(2);
  });

  test('does not report a missing retry if the last event does not come either', async () => {
    const { context, delivery } = retried(() => {});
    const followed = followRetries(context, [delivery], async () => () => false).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await followed).toBeInstanceOf(Inconclusive);
  });
});
