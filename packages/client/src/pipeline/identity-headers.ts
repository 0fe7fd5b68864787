import type { ConnectionOptions } from '../client-options.ts';
import { apiKeyHeader, applicationIdHeader, licenseKeyHeader } from '../generated/header-names.ts';
import { HEADER_WORD } from '../generated/limits.ts';
import { assertHeaderValue } from './connection.ts';

/** The headers that identify the caller, on every request (CLI-03). The license key is that of a company, and authenticate has none (AUTH-07). */
export function identityHeaders(options: ConnectionOptions, licenseKey?: string): Readonly<Record<string, string>> {
  const { headerWord: word = HEADER_WORD } = options;
  return {
    [apiKeyHeader(word).toLowerCase()]: options.apiKey,
    [applicationIdHeader(word).toLowerCase()]: options.applicationId,
    ...(licenseKey !== undefined && { [licenseKeyHeader(word).toLowerCase()]: assertHeaderValue('The license key', licenseKey) }),
  };
}
