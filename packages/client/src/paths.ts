import { createLicenseKeys } from './calls/license-keys.ts';
import type { ConnectionOptions } from './client-options.ts';
import { createPathClientFor } from './path-client.ts';
import type { PathClient } from './path-types.ts';
import { planMaker } from './pipeline/plan-maker.ts';
import { connect } from './service-connection.ts';

export type { BeforeRequest, ConnectionOptions, Fetch, OutgoingRequest, ReceivedAnswer, RetryOptions } from './client-options.ts';
export {
  ClientError,
  type ClientErrorCode,
  type ClientErrorDetails,
  type OtherAnswer,
  type ProblemDocument,
} from './errors/client-error.ts';
export type { components as CustomerComponents, paths as CustomerPaths } from './generated/customer.ts';
export type { Credential } from './options/credential.ts';
export type { Licenses } from './options/licenses.ts';
export type * from './path-types.ts';
export type { ClientEvent, FaultEvent } from './reporting/client-event.ts';
export type { Logger, LogLevel } from './reporting/log.ts';
export type { CallOptions } from './resources/contract-types.ts';
export { type Sent, sentOf } from './sent.ts';
export type { Clock } from './time/clock.ts';
export type { TokenStorage } from './token/token-storage.ts';

/** The paths of both APIs, without the operations' own names. */
export interface PathClients {
  /**
   * The Customer API as one company. Paths without a company take its license key too (HDR-10). Without one, that of the option `licenses`.
   *
   * @throws {InvalidArgumentError} for an identifier or a license key that cannot be sent
   */
  company(companyId: number, licenseKey?: string): PathClient;
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
  const { settings, customerUrl, pipeline } = connect(options);
  const licenses = createLicenseKeys(settings);
  const plan = planMaker(settings);
  return {
    company(companyId, licenseKey) {
      const { id, keys } = licenses.company(companyId, licenseKey);
      return createPathClientFor({ customerUrl, companyId: id, keys, plan, pipeline, defaults: {} });
    },
  };
}
