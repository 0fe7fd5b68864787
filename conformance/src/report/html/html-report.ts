import type { ConformanceResult } from '../../run/result.ts';

export function htmlReport(result: ConformanceResult): string {
  return `${result.seed}`;
}
