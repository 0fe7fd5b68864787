import { expect, test } from 'vitest';
import { RETRY_JITTER } from '../../src/generated/limits.ts';
import { retryDelay } from '../../src/webhooks/retry-delay.ts';

test.each([
  { attempts: 1, random: 0.5, want: 5_000 },
  { attempts: 1, random: 0, want: 5_000 * (1 - RETRY_JITTER) },
  { attempts: 1, random: 1, want: 5_000 * (1 + RETRY_JITTER) },
  { attempts: 2, random: 0.5, want: 300_000 },
  { attempts: 3, random: 0.5, want: undefined },
])('DLV-10: of two waits, the one after $attempts attempts is $want ms (random $random)', ({ attempts, random, want }) => {
  expect(retryDelay([5_000, 300_000], attempts, random)).toBe(want);
});
