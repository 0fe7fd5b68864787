import type { ClientOptions } from './client-options.ts';
import { type AdminClient, type CustomerClient, createAdminClient, createCustomerClient } from './path-client.ts';
import { login } from './token/login.ts';
import { createTokenSource } from './token/token-source.ts';

/** A client of the service for one user. */
export interface BusinessCloudClient {
  /** The Admin API. The client authenticates by itself; this is for whoever wants to look at it. */
  readonly admin: AdminClient;
  /**
   * The Customer API as one company: its identifier goes into the path, its license key into the headers (CLI-03). Paths without a company
   * take the license key of any of the user's companies.
   */
  company(companyId: number, licenseKey: string): CustomerClient;
}

/**
 * Makes a client; nothing is sent before the first call. One token serves all companies (AUTH-09): the first call logs in, calls at the same
 * time share that login, and an expired token is renewed once (CLI-04, CLI-05).
 *
 * @example
 * const client = createClient({ adminUrl, customerUrl, apiKey, applicationId: 'my-app', userName, password });
 * const { data } = await client.company(1, licenseKey).GET('/api/{version}/{companyId}/articolo');
 */
export function createClient(options: ClientOptions): BusinessCloudClient {
  const admin = createAdminClient(options);
  const tokens = createTokenSource(() => login(admin, options));
  return { admin, company: (companyId, licenseKey) => createCustomerClient(options, tokens, companyId, licenseKey) };
}
