export type { Answer } from './answer.ts';
export type { Context } from './context.ts';
export { type ContractHeaders, contractHeaders } from './contract-headers.ts';
export { type ContractHandlers, type ContractServer, contractServer } from './contract-server.ts';
export { companyResources } from './generated/company-resources.ts';
export type { components as CustomerComponents } from './generated/customer.ts';
export type { Handlers } from './generated/handlers.ts';
export { type Operation, type OperationId, operations } from './generated/operations.ts';
export { paths } from './generated/paths.ts';
export { type ProblemCode, problems } from './generated/problems.ts';
export { type MemoryPortsInput, memoryPorts } from './memory/memory-ports.ts';
export { memoryTransactions } from './memory/memory-transactions.ts';
export { noHandlers } from './no-handlers.ts';
export { notImplemented } from './not-implemented.ts';
export type { ContractOptions } from './options.ts';
export {
  type Access,
  type ApiKeys,
  type BoundKey,
  type Clock,
  IDEMPOTENCY_RETENTION_MS,
  type Licenses,
  type Login,
  type LoginOutcome,
  type OnceOutcome,
  type Outcome,
  type Ports,
  type TokenVerifier,
  type Transactions,
  type User,
} from './ports.ts';
export { type CallInput, type ContractCall, runCall } from './run-call.ts';
export { ServerError, type ServerErrorCode } from './server-error.ts';
export { serverOptions } from './server-options.ts';
