import { apiKeyHeader, applicationIdHeader, licenseKeyHeader } from './generated/header-names.ts';

/** The names of the contract's own request headers, in lower case as Node gives them (HDR-08, D-13). */
export interface ContractHeaders {
  /** The header with the API key of a developer, in lower case as Node has it. */
  readonly apiKey: string;
  /** The header with the license key of a company, in lower case. */
  readonly licenseKey: string;
  /** The header with the identifier of an application, in lower case. */
  readonly applicationId: string;
}

/**
 * The names for one installation.
 *
 * @param word the product word of the service, `Service` by default
 * @example
 * const apiKey = request.headers[contractHeaders('Service').apiKey];
 */
export function contractHeaders(word: string): ContractHeaders {
  return {
    apiKey: apiKeyHeader(word).toLowerCase(),
    licenseKey: licenseKeyHeader(word).toLowerCase(),
    applicationId: applicationIdHeader(word).toLowerCase(),
  };
}
