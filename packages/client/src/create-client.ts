import { checkedCompany } from './calls/company.ts';
import { bindResources, type Caller } from './calls/named-calls.ts';
import { type WebhookResourceWithSecret, withSecretApart } from './calls/webhook-secret.ts';
import type { ClientOptions } from './client-options.ts';
import { type CompanyResources, type ConfigResources, companyResources, configResources } from './generated/methods/resources.ts';
import { invalid } from './options/invalid.ts';
import { createPathClientFor } from './path-client.ts';
import type { PathClient } from './path-types.ts';
import { planMaker } from './pipeline/plan-maker.ts';
import { connect } from './service-connection.ts';

/** The service as one company sees it: every operation that has the company in its path. */
export interface CompanyClient extends CompanyResources {
  /** The same company by the paths of the contract. Paths without a company take its license key. Refusals are answered, not thrown. */
  readonly paths: PathClient;
}

/** A client of the service for one user: every operation of the configuration, and of each company. */
export interface BusinessCloudClient extends Omit<ConfigResources, 'webhook'> {
  readonly webhook: WebhookResourceWithSecret;
  /**
   * A company of the user. Its identifier goes into the path, and its license key into the headers (CLI-03).
   *
   * @throws {InvalidArgumentError} for an identifier or a license key that cannot be sent
   */
  company(companyId: number, licenseKey: string): CompanyClient;
  /** Logs in, unless the client has a token. Calls log in by themselves. Use this to find out early whether the credentials are right. */
  authenticate(): Promise<void>;
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
  let anyLicenseKey = settings.licenseKey;

  const configuration = (): Caller => {
    if (anyLicenseKey === undefined) {
      throw invalid('Calls of the configuration carry a license key: give licenseKey, or call company(...) first.');
    }
    return { customerUrl, companyId: '', plan: planMaker(settings, anyLicenseKey), pipeline, validate };
  };
  const { webhook, ...config } = bindResources(configResources, configuration);
  return {
    ...config,
    webhook: withSecretApart(webhook),
    authenticate,
    company(companyId, licenseKey) {
      const id = checkedCompany(companyId, licenseKey);
      const plan = planMaker(settings, licenseKey);
      anyLicenseKey ??= licenseKey;
      const caller: Caller = { customerUrl, companyId: id, plan, pipeline, validate };
      return {
        ...bindResources(companyResources, () => caller),
        paths: createPathClientFor(customerUrl, id, plan, pipeline),
      };
    },
  };
}
