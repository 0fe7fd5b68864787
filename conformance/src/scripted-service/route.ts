import { type OperationId, operations } from '../generated/operations.ts';

/** The operation of a path, and the ids in it. */
export interface Route {
  readonly operation: OperationId;
  readonly companyId: string | undefined;
  /** The id of the object in the path. */
  readonly id: string | undefined;
}

const patterns = Object.values(operations).map(({ id, api, method, path }) => ({
  id,
  api,
  method,
  pattern: new RegExp(`^${path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => `(?<${groupOf(name)}>[^/]+)`)}$`),
}));

/** Every placeholder but {version} and {companyId} is the object's own id. */
function groupOf(name: string): string {
  return name === 'version' || name === 'companyId' ? name : 'id';
}

/** The operation that matches a method and a path below the base paths of the two APIs; undefined if there is none. */
export function routeOf(
  method: string,
  path: string,
  bases: Readonly<Record<'admin' | 'customer', string>>,
  version: string,
): Route | undefined {
  const [plain = ''] = path.split('?');
  for (const { id, api, method: own, pattern } of patterns) {
    if (method !== own || !plain.startsWith(bases[api])) continue;
    const groups = pattern.exec(plain.slice(bases[api].length))?.groups;
    if (groups === undefined || groups.version !== version) continue;
    return { operation: id, companyId: decoded(groups.companyId), id: decoded(groups.id) };
  }
  return undefined;
}

function decoded(segment: string | undefined): string | undefined {
  try {
    return segment === undefined ? undefined : decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
