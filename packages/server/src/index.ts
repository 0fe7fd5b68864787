export type { Answer } from './answer.ts';
export type { Context } from './context.ts';
export { type ContractHeaders, contractHeaders } from './contract-headers.ts';
export { type ContractHandlers, type ContractServer, contractServer } from './contract-server.ts';
export { companyResources } from './generated/company-resources.ts';
export type { components as CustomerComponents } from './generated/customer.ts';
export type { Handlers } from './generated/handlers.ts';
export { IDEMPOTENCY_RETENTION_MS } from './generated/limits.ts';
export { type Operation, type OperationId, operations } from './generated/operations.ts';
export { paths } from './generated/paths.ts';
export { type ProblemCode, problems } from './generated/problems.ts';
export { type ListQuery, type ListRequest, nextLink, page } from './list-page.ts';
export { type MemoryPortsInput, memoryPorts } from './memory/memory-ports.ts';
export { type AfterCommit, memoryTransactions } from './memory/memory-transactions.ts';
export { noHandlers } from './no-handlers.ts';
export { notImplemented } from './not-implemented.ts';
export type { ContractOptions } from './options.ts';
export type {
  Access,
  ApiKeys,
  BoundKey,
  Clock,
  Licenses,
  Login,
  LoginOutcome,
  OnceOutcome,
  Outcome,
  Ports,
  TokenVerifier,
  Transactions,
  User,
} from './ports.ts';
export { type CallInput, type ContractCall, runCall } from './run-call.ts';
export { ServerError, type ServerErrorCode } from './server-error.ts';
export { serverOptions } from './server-options.ts';
