import { anything, callable, listOf, type OptionKinds, readOptions, record, required, text, wholeNumber } from '#runtime';
import { optionInvalid } from '../options.ts';
import type { Clock, Ports } from '../ports.ts';
import { type MemoryAccounts, memoryAccounts } from './memory-accounts.ts';
import { type AfterCommit, memoryTransactions } from './memory-transactions.ts';

/** The initial data of in-memory ports. */
export interface MemoryPortsInput<State> extends MemoryAccounts {
  /** The data that handlers read and write as `context.transaction`. */
  readonly state: State;
  /** The system's clock by default. */
  readonly clock?: Clock | undefined;
  /**
   * Called after each unit of work that is committed, with the new state and who it ran for. It runs before the next one begins, so
   * that it may take out what a handler left there for it. What it throws is printed, and changes no answer.
   */
  readonly afterCommit?: AfterCommit<State> | undefined;
}

/**
 * Every port, in memory, for tests and first steps. Everything is lost when the process ends.
 *
 * @example
 * const ports = memoryPorts({ state: { articoli: [] }, apiKeys: ['key'], companies: [{ id: 1, licenseKey: 'license' }],
 *   users: [{ userName: 'ada', password: 'secret', companyIds: [1] }] });
 */
export function memoryPorts<State>(input: MemoryPortsInput<State>): Ports<State> {
  requireInput(input);
  const clock = input.clock ?? { now: () => Date.now() };
  return { clock, ...memoryAccounts(input, clock), transactions: memoryTransactions(input.state, clock, input.afterCommit) };
}

const KINDS: OptionKinds<MemoryPortsInput<unknown>> = {
  state: required(anything),
  clock: record('now'),
  afterCommit: callable,
  users: required(listOf(record())),
  companies: required(listOf(record())),
  apiKeys: required(listOf(text)),
};

const USER: OptionKinds<MemoryAccounts['users'][number]> = {
  userName: required(text),
  password: required(text),
  companyIds: required(listOf(wholeNumber(0))),
};

const COMPANY: OptionKinds<MemoryAccounts['companies'][number]> = { id: required(wholeNumber(0)), licenseKey: required(text) };

function requireInput(input: object): void {
  const { users, companies } = readOptions<MemoryPortsInput<unknown>>(input, KINDS, optionInvalid);
  for (const [index, user] of users.entries()) readOptions(user, USER, optionInvalid, `users[${index}].`);
  for (const [index, company] of companies.entries()) readOptions(company, COMPANY, optionInvalid, `companies[${index}].`);
}
