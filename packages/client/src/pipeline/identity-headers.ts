import type { ConnectionOptions } from '../client-options.ts';
import { HEADER_WORD } from '../generated/limits.ts';
import { assertHeaderValue } from './connection.ts';

/** The headers that identify the caller, on every request (CLI-03). The license key is that of a company, and authenticate has none (AUTH-07). */
export function identityHeaders(options: ConnectionOptions, licenseKey?: string): Readonly<Record<string, string>> {
  const prefix = `x-${(options.headerWord ?? HEADER_WORD).toLowerCase()}-`;
  return {
    [`${prefix}apikey`]: options.apiKey,
    [`${prefix}applicationid`]: options.applicationId,
    ...(licenseKey === undefined ? undefined : { [`${prefix}licensekey`]: assertHeaderValue('The license key', licenseKey) }),
  };
}
