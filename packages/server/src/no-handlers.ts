import type { ContractHandlers } from './contract-server.ts';
import { operations } from './generated/operations.ts';
import { notImplemented } from './not-implemented.ts';

/**
 * `notImplemented` for every operation. Start with it to write a service handler by handler.
 *
 * @example
 * const handlers = { ...noHandlers<State>(), getArticolo };
 */
export function noHandlers<Transaction>(): ContractHandlers<Transaction> {
  const entries = Object.keys(operations)
    .filter((id) => id !== 'authenticate')
    .map((id) => [id, notImplemented]);
  // The table's keys are the handlers' names: both are generated from the same operations.
  return Object.fromEntries(entries) as ContractHandlers<Transaction>;
}
