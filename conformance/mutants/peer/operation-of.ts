import { type OperationId, operations } from '../../src/generated/operations.ts';

const routes = Object.values(operations).map(({ id, method, path }) => ({
  id,
  method,
  // A {companyId} never matches `config`, and a path with another version belongs to no operation.
  pattern: new RegExp(
    `^${path
      .replace('{version}', 'v3')
      .replaceAll('{companyId}', '(?!config/)[^/]+')
      .replaceAll(/\{\w+\}/g, '[^/]+')}$`,
  ),
}));

/** The operation of a method and path. */
export function operationOf(method: string, path: string): OperationId | undefined {
  const [plain = ''] = path.split('?');
  return routes.find((route) => route.method === method && route.pattern.test(plain))?.id;
}

/** The {companyId} of a path. */
export function companyOf(path: string): string | undefined {
  return /^\/api\/v\d+\/(\d+)\//.exec(path)?.[1];
}

/** The path with another {companyId}. */
export function withCompany(path: string, companyId: string): string {
  return path.replace(/^(\/api\/v\d+\/)\d+\//, `$1${companyId}/`);
}
