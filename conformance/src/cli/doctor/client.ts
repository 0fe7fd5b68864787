import { clientSecrets, createClientRun } from '../../engine/clients/client-run.ts';
import { ExecutionContext } from '../../engine/clients/execution-context.ts';
import { clientPreflight } from '../../engine/clients/run-client-checks.ts';
import { type ClientTarget, clientScenarios } from '../../model/client-context.ts';
import type { Examination } from './examination.ts';

/** Checks that a client starts, finds the service, and does each scenario. */
export function clientExamination(target: ClientTarget, signal: AbortSignal): Examination {
  const run = createClientRun(target, {}, signal);
  const context = new ExecutionContext('doctor', run);
  let starts = false;
  return {
    looks: [
      {
        what: 'client',
        look: async () => {
          await clientPreflight(run);
          starts = true;
          return 'starts, and finds the service';
        },
      },
      ...clientScenarios.map((scenario) => ({
        what: scenario,
        look: async () => {
          if (!starts) return [];
          await context.control(scenario);
          return 'succeeds if nothing goes wrong';
        },
      })),
    ],
    secrets: () => clientSecrets(run),
    leave: async () => [],
  };
}
