const unitMs: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Milliseconds of '60d', '36h', '90m', '30s', '500ms', or of a plain number of milliseconds; undefined for anything else. */
export function durationMs(text: string | number): number | undefined {
  if (typeof text === 'number') return text;
  const [, amount, unit = 'ms'] = /^(\d+)(ms|s|m|h|d)?$/.exec(text) ?? [];
  const factor = unitMs[unit];
  return amount === undefined || factor === undefined ? undefined : Number(amount) * factor;
}
