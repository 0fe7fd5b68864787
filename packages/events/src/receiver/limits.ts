/** The timers of all platforms count in 31 bits; a longer one would fire at once. */
const MILLISECONDS_MAX = 2 ** 31 - 1;

export function requireMilliseconds(name: string, value: number, least: number): void {
  if (value >= least && value <= MILLISECONDS_MAX) return;
  throw new TypeError(`${name} must be a number of milliseconds from ${least} to ${MILLISECONDS_MAX}.`);
}

export function requireBounds(bodyBytesMax: number, toleranceSeconds: number | undefined): void {
  if (!(bodyBytesMax > 0)) throw new TypeError('bodyBytesMax must be a number of bytes, more than 0.');
  if (toleranceSeconds !== undefined && !(toleranceSeconds >= 0)) throw new TypeError('toleranceSeconds must be 0 or more.');
}
