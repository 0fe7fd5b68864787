import { requestQueries } from '../generated/request-members.ts';
import { Problem, type Violation } from '../problem.ts';

const VIOLATIONS_MAX = 10;
const NAME_LENGTH_MAX = 100;

/**
 * The refusal of a query with parameters that the operation does not declare; undefined when there are none (D-16). An ignored filter
 * would answer what nobody asked for. Names are case-sensitive.
 */
export function undeclaredQuery(operationId: string, query: unknown): Problem | undefined {
  const declared = requestQueries[operationId] ?? [];
  const undeclared = Object.keys(Object(query)).filter((name) => !declared.includes(name));
  if (undeclared.length === 0) return undefined;
  return new Problem('schema-violation', {
    detail: `This operation has ${declared.length === 0 ? 'no query parameters' : `only the query parameters ${declared.join(' and ')}`}.`,
    errors: undeclared.slice(0, VIOLATIONS_MAX).map(violation),
  });
}

function violation(name: string): Violation {
  const token = name.slice(0, NAME_LENGTH_MAX).replaceAll('~', '~0').replaceAll('/', '~1');
  return { in: 'query', pointer: `/${token}`, detail: 'is not a parameter of this operation' };
}
