import type { OperationId } from '../../generated/operations.ts';
import type { ClientScenario } from '../../model/client-context.ts';

/** A scenario with one request that may carry a key. */
export interface KeyedScenario {
  readonly scenario: ClientScenario;
  readonly operation: OperationId;
}

export const keyedScenarios: readonly [KeyedScenario, KeyedScenario] = [
  { scenario: 'create-anagrafica', operation: 'createAnagrafica' },
  { scenario: 'update-webhook', operation: 'updateWebhook' },
];
