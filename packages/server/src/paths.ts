import { VERSION } from './generated/api-version.ts';
import { type Operation, operations } from './generated/operations.ts';

/** An operation's path as Fastify writes it, `/api/v3/:companyId/articolo` (VER-01). */
export function routePath(operation: Operation): string {
  return operation.path.replace('{version}', VERSION).replaceAll(/\{(\w+)\}/g, ':$1');
}

/** All operations of the given APIs. */
export function operationsOf(apis: readonly ('admin' | 'customer')[]): readonly Operation[] {
  return Object.values(operations).filter((operation) => apis.includes(operation.api));
}

/** Finds the methods that a path takes, for the Allow header of a 405 (VER-02). */
export function allowedMethods(served: readonly Operation[]): (path: string) => readonly string[] {
  const patterns = served.map((operation) => ({ method: operation.method, pattern: pathPattern(operation) }));
  return (path) => {
    const methods = patterns.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
    return methods.includes('GET') ? [...methods, 'HEAD'] : methods;
  };
}

/** The parameters of a path, as they are written in it; undefined when it is not this operation's. */
export function pathParams(operation: Operation, path: string): Record<string, string> | undefined {
  const groups = pathPattern(operation).exec(path)?.groups;
  return groups && { ...groups };
}

function pathPattern(operation: Operation): RegExp {
  const source = operation.path.replace('{version}', VERSION).replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)');
  return new RegExp(`^${source}$`);
}
