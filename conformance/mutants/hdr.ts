import type { Target } from '../src/model/target.ts';
import type { Mutant } from './mutant.ts';
import { type Asked, headerOf, isSuccess, refusal, withHeader, without } from './peer/message.ts';
import { companyOf } from './peer/operation-of.ts';

const apiKeyHeader = 'X-Service-ApiKey';
const licenseKeyHeader = 'X-Service-LicenseKey';
const applicationIdHeader = 'X-Service-ApplicationId';

/** A fault that fills in a right API key where a request has none, or a wrong one. */
function apiKeyFilledIn(applies: (sent: string | undefined, right: string, target: Target) => boolean, operation: string): Mutant['fault'] {
  return ({ target }) =>
    async (request, forward) => {
      const right = target.credentials.apiKey;
      const fill = request.operation === operation && applies(headerOf(request, apiKeyHeader), right, target);
      return await forward(fill ? withHeader(request, apiKeyHeader, right) : request);
    };
}

function keyOf(company: string | undefined, companies: readonly { readonly id: string; readonly licenseKey: string }[]): string {
  return (companies.find(({ id }) => id === company) ?? companies[0])?.licenseKey ?? '';
}

/** A fault that fills in the company's license key where a request has none, or a wrong one. */
function licenseKeyFilledIn(applies: (sent: string | undefined, right: string) => boolean, operations: readonly string[]): Mutant['fault'] {
  return ({ target }) =>
    async (request, forward) => {
      const right = keyOf(companyOf(request.path), target.companies);
      const fill = operations.includes(request.operation ?? '') && applies(headerOf(request, licenseKeyHeader), right);
      return await forward(fill ? withHeader(request, licenseKeyHeader, right) : request);
    };
}

const missing = (sent: string | undefined): boolean => sent === undefined;
const wrong = (sent: string | undefined, right: string): boolean => sent !== undefined && sent !== right;
const half = (sent: string | undefined, right: string): boolean => sent !== undefined && sent !== right && right.startsWith(sent);

/** Services that read the three headers wrongly. */
export const hdrMutants: readonly Mutant[] = [
  { id: 'HDR-01-contact-list-without-api-key', mustBreak: ['HDR-01'], fault: apiKeyFilledIn(missing, 'listAnagrafica') },
  {
    id: 'HDR-01-unauthorized-instead-of-forbidden',
    mustBreak: ['HDR-01', 'HDR-09', 'ERR-02'],
    fault: () => async (request, forward) => {
      const refused =
        request.operation !== 'authenticate' && request.operation !== undefined && headerOf(request, apiKeyHeader) === undefined;
      return refused && headerOf(request, 'Authorization') !== undefined ? refusal(401) : await forward(request);
    },
  },
  { id: 'HDR-02-update-under-any-api-key', mustBreak: ['HDR-02'], fault: apiKeyFilledIn(wrong, 'updateAnagrafica') },
  { id: 'HDR-02-half-an-api-key-serves', mustBreak: ['HDR-02'], fault: apiKeyFilledIn(half, 'listArticolo') },
  { id: 'HDR-02-empty-api-key-serves', mustBreak: ['HDR-02'], fault: apiKeyFilledIn((sent) => sent === '', 'listArticolo') },
  {
    id: 'HDR-02-license-key-for-an-api-key',
    mustBreak: ['HDR-02'],
    fault: apiKeyFilledIn((sent, _right, target) => sent === target.companies[0].licenseKey, 'listArticolo'),
  },
  { id: 'HDR-03-webhook-deletion-without-license', mustBreak: ['HDR-03', 'HDR-09'], fault: licenseKeyFilledIn(missing, ['deleteWebhook']) },
  { id: 'HDR-03-creation-without-license', mustBreak: ['HDR-03'], fault: licenseKeyFilledIn(missing, ['createAnagrafica']) },
  {
    id: 'HDR-03-bad-request-instead-of-forbidden',
    mustBreak: ['HDR-03', 'HDR-09'],
    fault: () => async (request, forward) => {
      const refused =
        request.operation !== 'authenticate' &&
        headerOf(request, licenseKeyHeader) === undefined &&
        headerOf(request, 'Authorization') !== undefined;
      return refused ? refusal(400) : await forward(request);
    },
  },
  { id: 'HDR-04-half-a-license-key-serves', mustBreak: ['HDR-04'], fault: licenseKeyFilledIn(half, ['getArticolo']) },
  { id: 'HDR-04-empty-license-key-serves', mustBreak: ['HDR-04'], fault: licenseKeyFilledIn((sent) => sent === '', ['listArticolo']) },
  {
    id: 'HDR-04-license-key-ends-rightly',
    mustBreak: ['HDR-04'],
    fault: licenseKeyFilledIn((sent, right) => sent !== right && sent?.endsWith(right) === true, ['listArticolo']),
  },
  {
    id: 'HDR-04-any-license-key-in-the-second-company',
    mustBreak: ['HDR-04'],
    fault:
      ({ target }) =>
      async (request, forward) => {
        const company = target.companies[1];
        const sent = headerOf(request, licenseKeyHeader);
        const others = [...target.companies, target.foreignCompany].map((known) => known?.licenseKey);
        const strange =
          company !== undefined &&
          request.operation === 'listAnagrafica' &&
          companyOf(request.path) === company.id &&
          sent !== undefined &&
          !others.includes(sent);
        return await forward(strange ? withHeader(request, licenseKeyHeader, company.licenseKey) : request);
      },
  },
  {
    id: 'HDR-05-any-own-license-reads-items',
    mustBreak: ['HDR-05'],
    fault:
      ({ target }) =>
      async (request, forward) => {
        const own = target.companies.some(({ licenseKey }) => licenseKey === headerOf(request, licenseKeyHeader));
        const company = companyOf(request.path);
        const swap = own && request.operation === 'getArticolo' && target.companies.some(({ id }) => id === company);
        return await forward(swap ? withHeader(request, licenseKeyHeader, keyOf(company, target.companies)) : request);
      },
  },
  {
    id: 'HDR-05-refuses-after-writing',
    mustBreak: ['HDR-05'],
    fault:
      ({ target }) =>
      async (request, forward) => {
        const company = companyOf(request.path);
        const right = keyOf(company, target.companies);
        const sent = headerOf(request, licenseKeyHeader);
        const other =
          sent !== right &&
          target.companies.some(({ licenseKey }) => licenseKey === sent) &&
          target.companies.some(({ id }) => id === company);
        if (!other || request.operation !== 'createAnagrafica') return await forward(request);
        await forward(withHeader(request, licenseKeyHeader, right));
        return refusal(403);
      },
  },
  {
    id: 'HDR-05-refuses-after-deleting',
    mustBreak: ['HDR-05'],
    fault:
      ({ target }) =>
      async (request, forward) => {
        const right = keyOf(companyOf(request.path), target.companies);
        const sent = headerOf(request, licenseKeyHeader);
        const other = sent !== right && target.companies.some(({ licenseKey }) => licenseKey === sent);
        if (!other || request.operation !== 'deleteAnagrafica') return await forward(request);
        await forward(withHeader(request, licenseKeyHeader, right));
        return refusal(403);
      },
  },
  {
    id: 'HDR-06-application-id-of-64-characters',
    mustBreak: ['HDR-06', 'IDEM-13'],
    fault: () => async (request, forward) =>
      (headerOf(request, applicationIdHeader) ?? '').length > 64 ? refusal(400) : await forward(request),
  },
  {
    id: 'HDR-06-application-id-without-commas',
    mustBreak: ['HDR-06', 'IDEM-13'],
    fault: () => async (request, forward) =>
      request.operation === 'createAnagrafica' && /[,;]/.test(headerOf(request, applicationIdHeader) ?? '')
        ? refusal(400)
        : await forward(request),
  },
  {
    id: 'HDR-07-application-id-of-the-last-login',
    mustBreak: ['HDR-07'],
    fault: () => {
      let last = '';
      return async (request, forward) => {
        if (request.operation === 'authenticate') last = headerOf(request, applicationIdHeader) ?? '';
        return await forward(request.operation === 'createAnagrafica' ? withHeader(request, applicationIdHeader, last) : request);
      };
    },
  },
  {
    id: 'HDR-07-quotes-taken-off',
    mustBreak: ['HDR-07'],
    fault: () => async (request, forward) =>
      await forward(withHeader(request, applicationIdHeader, (headerOf(request, applicationIdHeader) ?? '').replace(/^"(.*)"$/, '$1'))),
  },
  {
    id: 'HDR-07-one-application-id-in-the-second-company',
    mustBreak: ['HDR-07'],
    fault:
      ({ target }) =>
      async (request, forward) =>
        await forward(companyOf(request.path) === target.companies[1]?.id ? withHeader(request, applicationIdHeader, 'second') : request),
  },
  {
    id: 'HDR-07-application-id-in-lower-case',
    mustBreak: ['HDR-07'],
    fault: () => async (request, forward) =>
      await forward(withHeader(request, applicationIdHeader, (headerOf(request, applicationIdHeader) ?? '').toLowerCase() || 'none')),
  },
  {
    id: 'HDR-08-license-key-in-this-case-only',
    mustBreak: ['HDR-08', 'IDEM-13'],
    fault: () => async (request, forward) => await forward(onlyExact(request, licenseKeyHeader, 'X-Service-LicenseKey')),
  },
  {
    id: 'HDR-08-no-all-lower-case-bearer',
    mustBreak: ['HDR-08', 'IDEM-13'],
    fault: () => async (request, forward) =>
      await forward({ ...request, headers: request.headers.filter(([name]) => name !== 'authorization') }),
  },
  { id: 'HDR-09-webhook-list-without-license', mustBreak: ['HDR-09', 'HDR-03'], fault: licenseKeyFilledIn(missing, ['listWebhook']) },
  {
    id: 'HDR-09-companies-without-token',
    mustBreak: ['HDR-09', 'AUTH-04'],
    fault: () => {
      let token = '';
      return async (request, forward) => {
        const sent = headerOf(request, 'Authorization');
        if (request.operation === 'listAzienda' && sent === undefined) return await forward(withHeader(request, 'Authorization', token));
        const answer = await forward(request);
        if (isSuccess(answer) && sent !== undefined) token = sent;
        return answer;
      };
    },
  },
  {
    id: 'HDR-10-first-company-alone-configures',
    mustBreak: ['HDR-10'],
    fault:
      ({ target }) =>
      async (request, forward) =>
        request.operation === 'listWebhook' && headerOf(request, licenseKeyHeader) === target.companies[1]?.licenseKey
          ? refusal(403)
          : await forward(request),
  },
];

function onlyExact(request: Asked, name: string, exact: string): Asked {
  return request.headers.some(([sent]) => sent === exact) ? request : without(request, name);
}
