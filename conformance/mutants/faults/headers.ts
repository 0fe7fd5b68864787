import type { Target } from '../../src/model/target.ts';
import type { NewFault } from '../mutant.ts';
import { headerOf, withHeader } from '../peer/message.ts';
import { companyOf } from '../peer/operation-of.ts';

export const API_KEY_HEADER = 'X-Service-ApiKey';

export const LICENSE_KEY_HEADER = 'X-Service-LicenseKey';

export const APPLICATION_ID_HEADER = 'X-Service-ApplicationId';

/** A fault that fills in the correct API key if a request has none, or a wrong one. */
export function apiKeyFilledIn(applies: (sent: string | undefined, right: string, target: Target) => boolean, operation: string): NewFault {
  return ({ target }) =>
    async (request, forward) => {
      const right = target.credentials.apiKey;
      const fill = request.operation === operation && applies(headerOf(request, API_KEY_HEADER), right, target);
      return await forward(fill ? withHeader(request, API_KEY_HEADER, right) : request);
    };
}

export function keyOf(company: string | undefined, companies: readonly { readonly id: string; readonly licenseKey: string }[]): string {
  return (companies.find(({ id }) => id === company) ?? companies[0])?.licenseKey ?? '';
}

/** A fault that fills in the company's license key if a request has none, or a wrong one. */
export function licenseKeyFilledIn(applies: (sent: string | undefined, right: string) => boolean, operations: readonly string[]): NewFault {
  return ({ target }) =>
    async (request, forward) => {
      const right = keyOf(companyOf(request.path), target.companies);
      const fill = operations.includes(request.operation ?? '') && applies(headerOf(request, LICENSE_KEY_HEADER), right);
      return await forward(fill ? withHeader(request, LICENSE_KEY_HEADER, right) : request);
    };
}

export const missing = (sent: string | undefined): boolean => sent === undefined;

export const half = (sent: string | undefined, right: string): boolean => sent !== undefined && sent !== right && right.startsWith(sent);
