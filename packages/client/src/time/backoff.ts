/** Exponential backoff with full jitter: a random part of `baseMs`, doubled for each repetition so far, up to `capMs`. */
export function backoffMs(repetitions: number, { baseMs, capMs, random }: { baseMs: number; capMs: number; random: () => number }): number {
  return random() * Math.min(capMs, baseMs * 2 ** repetitions);
}
