import type { OperationId } from '../../src/generated/operations.ts';
import type { Target } from '../../src/model/target.ts';
import type { NewFault, Request } from '../mutant.ts';
import { headerOf, withHeader } from '../peer/message.ts';
import { companyOf } from '../peer/operation-of.ts';
import { forwarding } from './exchanges.ts';

export const API_KEY_HEADER = 'X-Service-ApiKey';

export const LICENSE_KEY_HEADER = 'X-Service-LicenseKey';

export const APPLICATION_ID_HEADER = 'X-Service-ApplicationId';

/** A fault that fills in the correct API key in some requests of one operation. */
export function apiKeyFilledIn(
  operation: OperationId,
  applies: (sent: string | undefined, right: string, request: Request, target: Target) => boolean,
): NewFault {
  return forwarding((request, { target }) => {
    const right = target.credentials.apiKey;
    const isMeant = request.operation === operation && applies(headerOf(request, API_KEY_HEADER), right, request, target);
    return isMeant ? withHeader(request, API_KEY_HEADER, right) : request;
  });
}

export function keyOf(company: string | undefined, companies: readonly { readonly id: string; readonly licenseKey: string }[]): string {
  return (companies.find(({ id }) => id === company) ?? companies[0])?.licenseKey ?? '';
}

/**
 * A fault that fills in the company's license key in some requests of one operation.
 * On a configuration endpoint, it fills in that of the user's first company.
 */
export function licenseKeyFilledIn(
  operation: OperationId,
  applies: (sent: string | undefined, right: string, request: Request, target: Target) => boolean,
): NewFault {
  return forwarding((request, { target }) => {
    const right = keyOf(companyOf(request.path), target.companies);
    const isMeant = request.operation === operation && applies(headerOf(request, LICENSE_KEY_HEADER), right, request, target);
    return isMeant ? withHeader(request, LICENSE_KEY_HEADER, right) : request;
  });
}

export const missing = (sent: string | undefined): boolean => sent === undefined;

export const half = (sent: string | undefined, right: string): boolean => sent !== undefined && sent !== right && right.startsWith(sent);
