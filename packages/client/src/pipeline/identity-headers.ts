import { apiKeyHeader, applicationIdHeader, licenseKeyHeader } from '../generated/header-names.ts';
import { HEADER_WORD } from '../generated/limits.ts';
import type { Settings } from '../settings.ts';

/**
 * The headers that identify the caller, on every request (CLI-03), for each license key. The license key is that of a company, and
 * authenticate has none (AUTH-07). An API key that a function answers is added later.
 */
export function identityHeaders(settings: Settings): (licenseKey: string | undefined) => Readonly<Record<string, string>> {
  const { headerWord: word = HEADER_WORD, apiKey, applicationId } = settings;
  const common = {
    ...(typeof apiKey === 'string' && { [apiKeyHeaderOf(settings)]: apiKey }),
    [applicationIdHeader(word).toLowerCase()]: applicationId,
  };
  const license = licenseKeyHeader(word).toLowerCase();
  return (licenseKey) => (licenseKey === undefined ? common : { ...common, [license]: licenseKey });
}

export function apiKeyHeaderOf({ headerWord = HEADER_WORD }: Settings): string {
  return apiKeyHeader(headerWord).toLowerCase();
}
