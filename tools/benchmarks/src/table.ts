import type { Measurement } from './measure.ts';

/** Measurements as a Markdown table. */
export function table(measurements: readonly Measurement[]): string {
  const rows = measurements.map(({ name, callsPerSecond, ratio }) => `| ${name} | ${count(callsPerSecond)} | ${ratio.toFixed(2)} |`);
  return ['| contender | calls/s | ratio |', '| --- | ---: | ---: |', ...rows, ''].join('\n');
}

function count(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(3);
}
