import type { ConnectionOptions } from './client-options.ts';
import { createPathClientFor, type PathClient } from './path-client.ts';
import { planMaker } from './pipeline/plan-maker.ts';
import { connect } from './service-connection.ts';

export type { ConnectionOptions, Fetch, RetryOptions } from './client-options.ts';
export { ClientError, type ClientErrorCode, type ClientErrorDetails } from './errors/client-error.ts';
export type { components as CustomerComponents, paths as CustomerPaths } from './generated/customer.ts';
export type { PathClient } from './path-client.ts';
export type { ClientEvent } from './reporting/client-event.ts';
export { type Sent, sentOf } from './sent.ts';
export type { TokenStorage } from './token/token-storage.ts';

/** The paths of both APIs, without the operations' own names. */
export interface PathClients {
  /** The Customer API as one company; paths without a company take its license key too (HDR-10). */
  company(companyId: number, licenseKey: string): PathClient;
}

/**
 * The smaller client: calls by path over the same pipeline. Refusals are answered, not thrown.
 *
 * @throws {InvalidArgumentError} for options that cannot be used
 * @example
 * const company = createPathClient({ adminUrl, customerUrl, apiKey, applicationId: 'my-app', userName, password }).company(1, licenseKey);
 * const { data, error } = await company.GET('/api/{version}/{companyId}/articolo');
 */
export function createPathClient(options: ConnectionOptions): PathClients {
  const { customerUrl, pipeline } = connect(options);
  return {
    company: (companyId, licenseKey) => createPathClientFor(customerUrl, companyId, planMaker(options, licenseKey), pipeline),
  };
}
