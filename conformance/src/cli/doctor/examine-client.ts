import { clientSecrets, createClientRun } from '../../engine/clients/client-run.ts';
import { ExecutionContext } from '../../engine/clients/execution-context.ts';
import { clientPreflight } from '../../engine/clients/run-client-checks.ts';
import { hider } from '../../engine/hide-secrets.ts';
import { unlessStopped } from '../../engine/interrupt.ts';
import { Stopped } from '../../http/stopped.ts';
import { type ClientScenario, clientScenarios } from '../../model/client-scenario.ts';
import type { ClientTarget } from '../../model/client-target.ts';
import { ConfigurationError } from '../../model/configuration-error.ts';
import { Inconclusive } from '../../model/verdict.ts';
import type { Finding } from './finding.ts';

/** Checks that a client starts, finds the service, and does each scenario. */
export async function examineClient(
  target: ClientTarget,
  signal: AbortSignal,
  onFinding: (finding: Finding) => void,
): Promise<readonly Finding[]> {
  const run = createClientRun(target, {}, signal);
  const found: Finding[] = [];
  const tell = (finding: Finding): void => {
    const shown = { ...finding, text: hider(clientSecrets(run))(finding.text) };
    found.push(shown);
    onFinding(shown);
  };
  const context = new ExecutionContext('doctor', run);
  try {
    await unlessStopped(clientPreflight(run), signal);
    tell({ what: 'client', state: 'right', text: 'starts, and finds the service' });
    for (const scenario of clientScenarios) tell(await unlessStopped(lookAt(context, scenario), signal));
  } catch (error) {
    if (error instanceof ConfigurationError) tell({ what: 'client', state: 'problem', text: error.message });
    else if (!(error instanceof Stopped)) throw error;
  }
  return found;
}

async function lookAt(context: ExecutionContext, scenario: ClientScenario): Promise<Finding> {
  try {
    await context.control(scenario);
    return { what: scenario, state: 'right', text: 'succeeds if nothing goes wrong' };
  } catch (error) {
    if (!(error instanceof Inconclusive)) throw error;
    return { what: scenario, state: 'problem', text: error.message };
  }
}
