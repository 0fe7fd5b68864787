export { ClientError, type ClientErrorCode, type ClientErrorDetails } from './client-error.ts';
export type { ClientOptions, Fetch } from './client-options.ts';
export { type BusinessCloudClient, createClient } from './create-client.ts';
export type { components as AdminComponents } from './generated/admin.ts';
export type { components as CustomerComponents } from './generated/customer.ts';
export type { ProblemCode } from './generated/problems.ts';
export type { AdminClient, CustomerClient } from './path-client.ts';
