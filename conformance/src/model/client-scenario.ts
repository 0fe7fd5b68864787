import type { OperationId } from '../generated/operations.ts';

export type ClientScenario =
  | 'list-companies'
  | 'get-articolo'
  | 'get-articolo-other'
  | 'create-anagrafica'
  | 'create-two'
  | 'update-webhook'
  | 'delete-webhook'
  | 'parallel-reads';

/** The operations that each task of a client needs. */
const operationsOf: Readonly<Record<ClientScenario, readonly OperationId[]>> = {
  'list-companies': ['listAzienda'],
  'get-articolo': ['getArticolo'],
  'get-articolo-other': ['getArticolo'],
  'create-anagrafica': ['createAnagrafica'],
  'create-two': ['createAnagrafica'],
  'update-webhook': ['getWebhook', 'updateWebhook'],
  'delete-webhook': ['deleteWebhook'],
  'parallel-reads': ['getArticolo'],
};

export const clientScenarios: readonly ClientScenario[] = Object.keys(operationsOf) as ClientScenario[];

/** All operations that a client is ever asked to call, including authenticate. */
export const askedOperations: ReadonlySet<string> = new Set(['authenticate', ...Object.values(operationsOf).flat()]);
