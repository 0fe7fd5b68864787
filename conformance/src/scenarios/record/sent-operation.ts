import { settingOf } from '../../api/requests.ts';
import { type OperationId, operations } from '../../generated/operations.ts';
import { withoutTrailingSlashes } from '../../http/base-address.ts';
import type { Call } from '../../model/exchange.ts';
import type { Company, Target } from '../../model/target.ts';

/** The operation that a call reaches. */
export interface SentOperation {
  readonly operation: OperationId;
  /** The company in the path, or the first one if the path has none. Undefined if it is not one of the target's companies. */
  readonly company: Company | undefined;
  /** The identifier of the object in the path. Undefined if the path has none. */
  readonly id: string | undefined;
  /** The query as it was sent. */
  readonly query: string;
}

/** Finds the operation that a call reaches. An altered call may reach none. */
export function sentOperations(target: Target): (call: Call) => SentOperation | undefined {
  const templates = new Map(Object.values(operations).map(({ id }) => [id, templateOf(target, id)]));
  return ({ operation, method, url }) => {
    const template = operation && templates.get(operation);
    if (operation === undefined || template === undefined || method !== operations[operation].method) return undefined;
    const at = url.includes('?') ? url.indexOf('?') : url.length;
    const values = valuesIn(url.slice(0, at), template);
    if (values === undefined) return undefined;
    const { companyId, ...others } = values;
    const company =
      companyId === undefined ? target.companies[0] : target.companies.find((one) => encodeURIComponent(one.id) === companyId);
    return { operation, company, id: decoded(Object.values(others)[0]), query: url.slice(at + 1) };
  };
}

/** The whole address, with placeholders for company and object. Undefined if the target lacks the operation. */
function templateOf({ service, surface }: Target, operation: OperationId): string | undefined {
  const setting = settingOf(operation);
  const path = setting === undefined ? operations[operation].path : surface[setting];
  if (path === null) return undefined;
  const base = operations[operation].api === 'admin' ? service.adminUrl : service.customerUrl;
  return withoutTrailingSlashes(base) + path.replaceAll('{version}', service.version);
}

/** The value of each placeholder. Undefined if the address does not match. */
function valuesIn(address: string, template: string): Readonly<Record<string, string>> | undefined {
  const [segments, parts] = [address.split('/'), template.split('/')];
  if (segments.length !== parts.length) return undefined;
  const values: Record<string, string> = {};
  for (const [index, part] of parts.entries()) {
    const segment = segments[index] ?? '';
    const [before = '', named] = part.split('{');
    const [name = '', after = ''] = named?.split('}') ?? [];
    if (named === undefined ? segment !== part : !(segment.startsWith(before) && segment.endsWith(after))) return undefined;
    const value = segment.slice(before.length, segment.length - after.length);
    if (named !== undefined && value === '') return undefined;
    if (named !== undefined) values[name] = value;
  }
  return values;
}

function decoded(segment: string | undefined): string | undefined {
  try {
    return segment === undefined ? undefined : decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
