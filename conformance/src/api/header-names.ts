import { apiKeyHeader, applicationIdHeader, licenseKeyHeader, signatureHeader } from '../generated/header-names.ts';

/** The service's own header names under a product word (D-13). */
export interface HeaderNames {
  readonly apiKey: string;
  readonly licenseKey: string;
  readonly applicationId: string;
  readonly signature: string;
}

export function headerNames(word: string): HeaderNames {
  return {
    apiKey: apiKeyHeader(word),
    licenseKey: licenseKeyHeader(word),
    applicationId: applicationIdHeader(word),
    signature: signatureHeader(word),
  };
}
