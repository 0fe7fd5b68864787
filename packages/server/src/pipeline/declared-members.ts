import type { Members } from '../generated/request-members.ts';

/**
 * A value with all that the contract declares of it, and nothing else: other members are ignored (D-16), and could nest without end. The
 * value was validated, so that a declared member has the form that it should have.
 */
export function declaredMembers(value: unknown, members: Members): unknown {
  if (members === true || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((element) => declaredMembers(element, members));
  const declared: Record<string, unknown> = {};
  for (const [name, inside] of Object.entries(members)) {
    if (Object.hasOwn(value, name)) declared[name] = declaredMembers(Reflect.get(value, name), inside);
  }
  return declared;
}
