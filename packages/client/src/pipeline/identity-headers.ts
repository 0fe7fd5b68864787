import { apiKeyHeader, applicationIdHeader, licenseKeyHeader } from '../generated/header-names.ts';
import { HEADER_WORD } from '../generated/limits.ts';
import type { Settings } from '../settings.ts';

/**
 * The headers that identify the caller, on every request (CLI-03), for each license key. The license key is that of a company, and
 * authenticate has none (AUTH-07).
 */
export function identityHeaders({
  headerWord: word = HEADER_WORD,
  apiKey,
  applicationId,
}: Settings): (licenseKey: string | undefined) => Readonly<Record<string, string>> {
  const common = { [apiKeyHeader(word).toLowerCase()]: apiKey, [applicationIdHeader(word).toLowerCase()]: applicationId };
  const license = licenseKeyHeader(word).toLowerCase();
  return (licenseKey) => (licenseKey === undefined ? common : { ...common, [license]: licenseKey });
}
