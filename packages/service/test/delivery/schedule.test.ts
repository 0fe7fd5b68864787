import { expect, test } from 'vitest';
import { RETRY_DELAYS_MS, retryDelay } from '../../src/delivery/schedule.ts';

test.each([
  { attempts: 1, random: 0.5, want: 5_000 },
  { attempts: 1, random: 0, want: 4_000 },
  { attempts: 1, random: 1, want: 6_000 },
  { attempts: 2, random: 0.5, want: 300_000 },
  { attempts: 3, random: 0.5, want: 1_800_000 },
  { attempts: 4, random: 0.5, want: 7_200_000 },
  { attempts: 5, random: 0.5, want: 18_000_000 },
  { attempts: 6, random: 0.5, want: undefined },
])('DLV-10: after $attempts attempts the wait is $want ms (random $random)', ({ attempts, random, want }) => {
  expect(retryDelay(RETRY_DELAYS_MS, attempts, random)).toBe(want);
});
