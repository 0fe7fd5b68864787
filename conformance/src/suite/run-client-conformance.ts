import { runClientChecks } from '../engine/clients/run-client-checks.ts';
import { clientChecks } from '../generated/checks/client-registry.ts';
import type { ClientTarget } from '../model/client-context.ts';
import type { ConformanceResult } from '../model/result.ts';
import { type RunOptions, requireUsable } from '../model/run-options.ts';

/**
 * Judges a client by its rules. For each scenario, it starts a scripted service and the client.
 * @throws ConfigurationError if the client cannot be judged as configured
 * @example
 * const result = await runClientConformance(parseClientTarget({ client: ['python3', 'client.py'] }));
 */
export async function runClientConformance(target: ClientTarget, options: RunOptions = {}): Promise<ConformanceResult> {
  requireUsable(options);
  return await runClientChecks(clientChecks, target, options);
}
