import createFetchClient, { type Client } from 'openapi-fetch';
import type { ClientOptions, Fetch } from './client-options.ts';
import type { paths as AdminPaths } from './generated/admin.ts';
import type { paths as CustomerPaths } from './generated/customer.ts';
import { sendAuthorized } from './pipeline/authorized-attempts.ts';
import { withIdempotencyKey } from './pipeline/idempotency-key.ts';
import { identityHeaders } from './pipeline/identity-headers.ts';
import { planRequest, toRequest, withHeaders } from './pipeline/request-plan.ts';
import type { TokenSource } from './token/token-source.ts';

/** The Admin API by its paths. */
export type AdminClient = Client<AdminPaths>;
/** The Customer API by its paths, for one company: version, company and headers are filled in. */
export type CustomerClient = Client<CustomerPaths>;

const VERSION = 'v3';

export function createAdminClient(options: ClientOptions): AdminClient {
  const send = options.fetch ?? globalThis.fetch;
  const headers = identityHeaders(options);
  const pipeline: Fetch = async (request) => send(toRequest(withHeaders(await planRequest(request, { version: VERSION }), headers)));
  return createFetchClient<AdminPaths>({ baseUrl: options.adminUrl, fetch: pipeline });
}

/** The company's license key goes with every request, on configuration paths too (HDR-09, HDR-10). */
export function createCustomerClient(options: ClientOptions, tokens: TokenSource, companyId: number, licenseKey: string): CustomerClient {
  const send = options.fetch ?? globalThis.fetch;
  const headers = identityHeaders(options, licenseKey);
  const path = { version: VERSION, companyId: String(companyId) };
  const pipeline: Fetch = async (request) => {
    const plan = withIdempotencyKey(withHeaders(await planRequest(request, path), headers));
    return sendAuthorized(plan, tokens, send);
  };
  return createFetchClient<CustomerPaths>({ baseUrl: options.customerUrl, fetch: pipeline });
}
