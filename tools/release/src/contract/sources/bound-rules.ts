import { bindRules } from '@business-cloud/specs/internal';
import { isMembers } from '../documents/node.ts';

/** The rules with the operations and event types that their selectors come to in the documents. */
export function bindRegister(register: unknown, documents: readonly unknown[]): unknown {
  if (!Array.isArray(register)) return register;
  const rules = register.filter(isMembers).map(({ id, binds }) => ({ id: String(id), binds }));
  const { boundBy } = bindRules(rules, documents.filter(isMembers));
  return register.map((rule: unknown) => (isMembers(rule) ? { ...rule, operations: boundBy.get(String(rule.id)) ?? [] } : rule));
}
