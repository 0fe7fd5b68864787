import type { RuleId } from '../generated/rules.ts';
import type { JudgedRuleId } from './judged-rule.ts';
import { isOwnRule } from './judged-rule.ts';

/** Rules whose violation often breaks other rules too. Reports list the cause first. */
const showsIn: { readonly [Id in RuleId]?: readonly RuleId[] } = {
  'VER-01': ['HOOK-01', 'HOOK-02', 'HOOK-04', 'HOOK-09', 'HDR-10', 'ERR-02'],
  'AUTH-03': ['AUTH-06', 'HDR-01', 'HDR-02', 'HDR-03', 'HDR-04', 'HDR-05', 'COMP-05'],
  'COMP-01': ['AUTH-09', 'COMP-02'],
  'COMP-02': ['AUTH-09'],
  'COMP-04': ['AUTH-09', 'COMP-02', 'COMP-05'],
  'HDR-03': ['HDR-09'],
  'HOOK-02': ['HOOK-10', 'HOOK-11'],
  'HOOK-13': ['EVT-12', 'HOOK-16'],
  'CONC-01': ['CONC-02', 'CONC-03', 'CONC-04', 'CONC-05'],
  'CONC-02': ['CONC-03', 'CONC-04', 'CONC-05'],
  'IDEM-02': ['IDEM-09', 'IDEM-12', 'IDEM-16'],
  'IDEM-03': ['IDEM-04', 'IDEM-05', 'IDEM-07', 'IDEM-08', 'IDEM-10', 'IDEM-11', 'IDEM-13', 'IDEM-15', 'IDEM-16', 'EVT-11'],
  'EVT-01': ['EVT-02', 'EVT-03', 'EVT-05', 'EVT-09', 'EVT-10', 'EVT-14', 'HDR-07'],
  'EVT-02': ['EVT-06', 'EVT-08', 'EVT-09', 'EVT-10'],
  'EVT-03': ['EVT-14'],
  'EVT-04': ['EVT-14'],
  'EVT-12': ['DLV-12'],
  'SIG-01': ['SIG-02', 'SIG-03', 'SIG-04', 'SIG-05', 'HOOK-04', 'HOOK-05', 'HOOK-07'],
  'SIG-02': ['SIG-03', 'EVT-07', 'EVT-08', 'HOOK-04', 'HOOK-05', 'HOOK-07'],
  'HOOK-04': ['HOOK-05', 'HOOK-07', 'SIG-03'],
  'DLV-02': ['DLV-04'],
  'DLV-03': ['DLV-04'],
  'DLV-04': ['DLV-10'],
  'RCV-01': ['RCV-02', 'RCV-06', 'RCV-10', 'RCV-13'],
  'RCV-11': ['RCV-02'],
};

/** Sorts failed rules so that likely causes come before the rules that they break. The order is otherwise unchanged. */
export function causesFirst<T extends { readonly id: JudgedRuleId }>(failed: readonly T[]): readonly T[] {
  const ordered = new Set<T>();
  const add = (one: T, above: readonly T[]): void => {
    if (ordered.has(one) || above.includes(one)) return;
    for (const cause of failed.filter(({ id }) => isCause(id, one.id))) add(cause, [...above, one]);
    ordered.add(one);
  };
  for (const one of failed) add(one, []);
  return [...ordered];
}

/** The failed rules that may explain why this rule failed. */
export function causesOf(rule: JudgedRuleId, failed: readonly JudgedRuleId[]): readonly JudgedRuleId[] {
  return failed.filter((id) => id !== rule && isCause(id, rule));
}

function isCause(id: JudgedRuleId, of: JudgedRuleId): boolean {
  return !isOwnRule(id) && !isOwnRule(of) && showsIn[id]?.includes(of) === true;
}
