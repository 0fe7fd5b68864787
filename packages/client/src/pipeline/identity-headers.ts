import type { ClientOptions } from '../client-options.ts';

/** The headers that say who asks: on every request (CLI-03). The license key is that of a company, and authenticate has none (AUTH-07). */
export function identityHeaders(options: ClientOptions, licenseKey?: string): Readonly<Record<string, string>> {
  const { headerWord = 'Service', apiKey, applicationId } = options;
  return {
    [`X-${headerWord}-ApiKey`]: apiKey,
    [`X-${headerWord}-ApplicationId`]: applicationId,
    ...(licenseKey === undefined ? {} : { [`X-${headerWord}-LicenseKey`]: licenseKey }),
  };
}
