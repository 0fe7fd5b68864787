import { apiKeyHeader, applicationIdHeader, licenseKeyHeader } from './generated/header-names.ts';

/** The names of the contract's own request headers, in lower case as Node gives them (HDR-08, D-13). */
export interface ContractHeaders {
  readonly apiKey: string;
  readonly licenseKey: string;
  readonly applicationId: string;
}

/**
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
