import { type Rule, rules } from '../generated/rules.ts';

/** The rules of a role that match a pattern, such as `IDEM-*` for a family. Without patterns, all rules of the role. */
export function selectRules(patterns: readonly string[] = [], role: Rule['role'] = 'service'): readonly Rule[] {
  return matching(
    rules.filter((rule) => rule.role === role),
    patterns,
  );
}

/** The rules that match a pattern, or all if there are no patterns. */
export function matching<T extends { readonly id: string }>(all: readonly T[], patterns: readonly string[] = []): readonly T[] {
  if (patterns.length === 0) return all;
  const matchers = patterns.map((pattern) => new RegExp(`^${pattern.replaceAll(/[^\w*-]/g, '').replaceAll('*', '.*')}$`, 'i'));
  return all.filter(({ id }) => matchers.some((matcher) => matcher.test(id)));
}
