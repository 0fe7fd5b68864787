import { apiKeyHeader, applicationIdHeader, licenseKeyHeader } from '../generated/header-names.ts';
import { HEADER_WORD } from '../generated/limits.ts';
import type { Settings } from '../settings.ts';

/** The headers that identify the caller, on every request (CLI-03). The license key is that of a company, and authenticate has none (AUTH-07). */
export function identityHeaders(settings: Settings, licenseKey?: string): Readonly<Record<string, string>> {
  const { headerWord: word = HEADER_WORD } = settings;
  return {
    [apiKeyHeader(word).toLowerCase()]: settings.apiKey,
    [applicationIdHeader(word).toLowerCase()]: settings.applicationId,
    ...(licenseKey !== undefined && { [licenseKeyHeader(word).toLowerCase()]: licenseKey }),
  };
}
