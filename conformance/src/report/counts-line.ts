import { isKnownFailure, isUnexpectedPass } from '../model/baseline.ts';
import type { ConformanceResult } from '../model/result.ts';

/** The counts of a result in one line, with the baseline's share in brackets. */
export function countsLine({ summary, rules }: ConformanceResult): string {
  const known = rules.filter(isKnownFailure).length;
  const unexpected = rules.filter(isUnexpectedPass).length;
  const passed = `${summary.pass} passed${unexpected > 0 ? ` (${unexpected} unexpectedly)` : ''}`;
  const failed = `${summary.fail} failed${known > 0 ? ` (${known} known)` : ''}`;
  return `${passed}, ${failed}, ${summary.skip} skipped, ${summary.inconclusive} inconclusive, ${summary.error} errors`;
}
