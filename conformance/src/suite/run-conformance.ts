import { runChecks } from '../engine/run-checks.ts';
import { checks } from '../generated/checks/registry.ts';
import type { ConformanceResult } from '../model/result.ts';
import { type RunOptions, requireUsable } from '../model/run-options.ts';
import type { Target } from '../model/target.ts';

/**
 * Judges a service by its rules over HTTP.
 * @throws ConfigurationError if the target cannot be judged as configured
 * @example
 * const result = await runConformance(target, { rules: ['IDEM-*'], onEvent: (event) => console.log(event.type) });
 */
export async function runConformance(target: Target, options: RunOptions = {}): Promise<ConformanceResult> {
  requireUsable(options);
  return await runChecks(checks, target, options);
}
