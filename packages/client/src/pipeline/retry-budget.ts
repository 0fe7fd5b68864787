/** Limits repetitions, so that many calls that fail together do not multiply. */
export interface RetryBudget {
  /** Takes one repetition, if there is one left. */
  take(): boolean;
  /** A call succeeded: a part of a repetition comes back. */
  refund(): void;
}

const REFUND = 0.1;

export function createRetryBudget(capacity: number): RetryBudget {
  let left = capacity;
  return {
    take() {
      if (left < 1) return false;
      left -= 1;
      return true;
    },
    refund() {
      left = Math.min(capacity, left + REFUND);
    },
  };
}
