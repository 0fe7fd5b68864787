import type { Given } from '#runtime';
import { createLicenseKeys } from './calls/license-keys.ts';
import { bindResources, type Caller } from './calls/named-calls.ts';
import { type WebhookResourceWithSecret, withSecretApart } from './calls/webhook-secret.ts';
import type { ClientOptions } from './client-options.ts';
import { type CompanyResources, type ConfigResources, companyResources, configResources } from './generated/methods/resources.ts';
import { type CallOptions, readCallOptions } from './options/call-options.ts';
import { createPathClientFor } from './path-client.ts';
import type { PathClient } from './path-types.ts';
import { planMaker } from './pipeline/plan-maker.ts';
import { connect } from './service-connection.ts';

/** The service as one company sees it: every operation that has the company in its path. */
export interface CompanyClient extends CompanyResources {
  /** The same company by the paths of the contract. Paths without a company take its license key. Refusals are answered, not thrown. */
  readonly paths: PathClient;
  /** The same company whose calls have these options, where a call has none of its own. Headers are joined. */
  with(options: CallOptions): CompanyClient;
}

/** A client of the service for one user: every operation of the configuration, and of each company. */
export interface BusinessCloudClient extends Omit<ConfigResources, 'webhook'> {
  /** Register a webhook. Delete a webhook. Read a webhook. List webhooks. Replace a webhook. */
  readonly webhook: WebhookResourceWithSecret;
  /**
   * A company of the user. Its identifier goes into the path, and its license key into the headers (CLI-03). Without a license key, that of
   * the option `licenses`.
   *
   * @throws {InvalidArgumentError} for an identifier or a license key that cannot be sent
   */
  company(companyId: number, licenseKey?: string): CompanyClient;
  /** Logs in, unless the client has a token. Calls log in by themselves. Use this to find out early whether the credentials are right. */
  authenticate(): Promise<void>;
  /** The same client, with the same login, whose calls have these options, where a call has none of its own. Headers are joined. */
  with(options: CallOptions): BusinessCloudClient;
}

/**
 * Makes a client. It sends nothing before the first call. One token serves all companies (AUTH-09): the first call logs in, calls at the same
 * time share that login, and an expired token is renewed once (CLI-04, CLI-05).
 *
 * @throws {InvalidArgumentError} for options that cannot be used
 * @example
 * const client = createClient({ adminUrl, customerUrl, apiKey, applicationId: 'my-app', userName, password });
 * const { data } = await client.company(1, licenseKey).articolo.get(8);
 */
export function createClient(options: ClientOptions): BusinessCloudClient {
  const { settings, customerUrl, pipeline, authenticate } = connect(options);
  const { validate } = settings;
  const licenses = createLicenseKeys(settings);
  const plan = planMaker(settings);
  const { prefer } = licenses;

  const clientWith = (defaults: Given<CallOptions>): BusinessCloudClient => {
    const common = { customerUrl, plan, pipeline, validate, prefer };
    const { webhook, ...config } = bindResources(configResources, { ...common, companyId: '', keys: licenses.configuration, defaults });
    const companyWith = (companyId: string, keys: Caller['keys'], own: Given<CallOptions>): CompanyClient => {
      const caller: Caller = { ...common, companyId, keys, defaults: own };
      return {
        ...bindResources(companyResources, caller),
        paths: createPathClientFor(caller),
        with: (given) => companyWith(companyId, keys, readCallOptions(given, own)),
      };
    };
    return {
      ...config,
      webhook: withSecretApart(webhook),
      authenticate,
      company(companyId, licenseKey) {
        const { id, keys } = licenses.company(companyId, licenseKey);
        return companyWith(id, keys, defaults);
      },
      with: (given) => clientWith(readCallOptions(given, defaults)),
    };
  };
  return clientWith({});
}
