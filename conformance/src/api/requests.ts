import { type OperationId, operations } from '../generated/operations.ts';
import { effects, type PathSetting, type Resource, resources } from '../generated/resources.ts';
import { withoutTrailingSlashes } from '../http/base-address.ts';
import type { Arguments, Requests } from '../model/check-context.ts';
import type { Call } from '../model/exchange.ts';
import { writeJson } from '../model/json.ts';
import type { Target } from '../model/target.ts';
import { lacking } from '../model/verdict.ts';
import { headerNames } from './header-names.ts';

/** The authenticate call: no token, no license key (AUTH-07). */
export function authenticateCall(target: Target, credentials: Target['credentials'] = target.credentials): Call {
  const { service } = target;
  const names = headerNames(service.headerWord);
  return {
    operation: 'authenticate',
    method: 'POST',
    url: address(service.adminUrl, operations.authenticate.path, { version: service.version }),
    headers: [
      [names.apiKey, credentials.apiKey],
      [names.applicationId, credentials.applicationId],
      ['Content-Type', 'application/json'],
    ],
    body: writeJson({ UserName: credentials.userName, Password: credentials.password }),
  };
}

/** Builds calls with a token and the three headers. */
export class RequestBuilder implements Requests {
  readonly target: Target;
  readonly token: string;

  constructor(target: Target, token: string) {
    this.target = target;
    this.token = token;
  }

  /** @throws Skip if the configuration says that the target lacks the operation */
  call(operation: OperationId, { company = this.target.companies[0], id, body, key }: Arguments = {}): Call {
    const { service, credentials } = this.target;
    const names = headerNames(service.headerWord);
    const headers: (readonly [string, string])[] = [
      [names.apiKey, credentials.apiKey],
      [names.licenseKey, company.licenseKey],
      [names.applicationId, credentials.applicationId],
      ['Authorization', `Bearer ${this.token}`],
    ];
    if (body !== undefined) headers.push(['Content-Type', 'application/json']);
    if (key !== undefined) headers.push(['Idempotency-Key', key]);
    const url = address(service.customerUrl, pathOf(this.target, operation), {
      version: service.version,
      companyId: company.id,
      id: id ?? '',
    });
    return {
      operation,
      method: operations[operation].method,
      url,
      headers,
      ...(body !== undefined && { body: writeJson(body) }),
      ...(id !== undefined && { subject: id }),
    };
  }
}

/** The setting that gives the operation's path; undefined if the source gives it. */
export function settingOf(operation: OperationId): PathSetting | undefined {
  return effects[operation]?.setting;
}

/** Whether the target has the operation, as far as the suite knows. */
export function isServed({ target }: { readonly target: Target }, operation: OperationId): boolean {
  const setting = settingOf(operation);
  return setting === undefined || target.surface[setting] !== null;
}

/** The operations of a resource that the target has, as far as the suite knows. */
export function servedOf(at: { readonly target: Target }, { operations: own }: Resource): Resource['operations'] {
  return Object.fromEntries(Object.entries(own).filter(([, operation]) => isServed(at, operation)));
}

/** Whether nobody can remove what an operation creates. The suite then creates few of them. */
export function createsForGood(at: { readonly target: Target }, operation: OperationId): boolean {
  const effect = effects[operation];
  return effect?.kind === 'create' && servedOf(at, resources[effect.resource]).delete === undefined;
}

function pathOf(target: Target, operation: OperationId): string {
  const setting = settingOf(operation);
  if (setting === undefined) return operations[operation].path;
  const path = target.surface[setting];
  if (path === null) throw lacking(`the target has no ${operation} (surface.${setting})`);
  return path;
}

/** Fills a path template. Every placeholder but {version} and {companyId} is the object's own id. */
function address(base: string, template: string, values: { version: string; companyId?: string; id?: string }): string {
  const path = template.replaceAll(/\{(\w+)\}/g, (_match, name: string) => {
    if (name === 'version') return values.version;
    return encodeURIComponent((name === 'companyId' ? values.companyId : values.id) ?? '');
  });
  return withoutTrailingSlashes(base) + path;
}
