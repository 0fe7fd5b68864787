import { type Rule, rules } from '../generated/rules.ts';

/** The rules of a role that a pattern list names; `IDEM-*` names all of a family. All of the role's where there are no patterns. */
export function selectRules(patterns: readonly string[] = [], role: Rule['role'] = 'service'): readonly Rule[] {
  const ofRole = rules.filter((rule) => rule.role === role);
  if (patterns.length === 0) return ofRole;
  const matchers = patterns.map((pattern) => new RegExp(`^${pattern.replaceAll(/[^\w*-]/g, '').replaceAll('*', '.*')}$`, 'i'));
  return ofRole.filter(({ id }) => matchers.some((matcher) => matcher.test(id)));
}
