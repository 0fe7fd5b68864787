import { requestQueries } from '../generated/request-members.ts';
import type { Violation } from '../problem.ts';
import { escaped } from './violations.ts';

const NAME_LENGTH_MAX = 100;

/** The parameters of a query that the operation does not declare (D-16). An ignored filter would answer what nobody asked for. Names are case-sensitive. */
export function undeclaredQuery(operationId: string, query: unknown): readonly Violation[] {
  const declared = requestQueries[operationId] ?? [];
  const others = declared.length === 0 ? 'it has none' : `it has ${declared.join(' and ')}`;
  const undeclared = Object.keys(Object(query)).filter((name) => !declared.includes(name));
  return undeclared.map((name) => {
    const shown = name.slice(0, NAME_LENGTH_MAX);
    return { in: 'query', pointer: `/${escaped(shown)}`, detail: `${shown} is not a query parameter of this operation (${others})` };
  });
}
