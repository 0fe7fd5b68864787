import type { Clock, Ports } from '../ports.ts';
import { type MemoryAccounts, memoryAccounts } from './memory-accounts.ts';
import { memoryTransactions } from './memory-transactions.ts';

/** The initial data of in-memory ports. */
export interface MemoryPortsInput<State> extends MemoryAccounts {
  /** The data that handlers read and write as `context.transaction`. */
  readonly state: State;
  /** The system's clock by default. */
  readonly clock?: Clock;
}

/**
 * Every port, in memory, for tests and first steps. Nothing is kept when the process ends.
 *
 * @example
 * const ports = memoryPorts({ state: { articoli: [] }, apiKeys: ['key'], companies: [{ id: 1, licenseKey: 'license' }],
 *   users: [{ userName: 'ada', password: 'secret', companyIds: [1] }] });
 */
export function memoryPorts<State>(input: MemoryPortsInput<State>): Ports<State> {
  const clock = input.clock ?? { now: () => Date.now() };
  return { clock, ...memoryAccounts(input, clock), transactions: memoryTransactions(input.state, clock) };
}
