import { type OperationId, operations } from '../generated/operations.ts';

/** Which operation a request is for, and the identifiers in its path. */
export interface Route {
  readonly operation: OperationId;
  readonly params: Readonly<Record<string, string>>;
}

interface Pattern {
  readonly operation: OperationId;
  readonly method: string;
  readonly expression: RegExp;
}

/** Paths without parameters first: `config` is not a company. */
const patterns: readonly Pattern[] = Object.values(operations)
  .map(({ id, method, path }) => ({
    operation: id,
    method,
    expression: new RegExp(`^${path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
    variable: path.split('{').length,
  }))
  .sort((a, b) => a.variable - b.variable);

export function findRoute(method: string, path: string): Route | undefined {
  for (const pattern of patterns) {
    const match = pattern.method === method ? pattern.expression.exec(path) : null;
    if (match) return { operation: pattern.operation, params: { ...match.groups } };
  }
  return undefined;
}
