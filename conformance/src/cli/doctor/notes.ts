import { type RuleId, rules } from '../../generated/rules.ts';
import type { Profile } from '../../model/rule-result.ts';
import type { Surface, Target } from '../../model/target.ts';
import type { Finding } from './finding.ts';

/** What the configuration leaves out, and the rules of the profile that this leaves unjudged. */
export function notes(target: Target, profile: Profile = 'stated'): readonly Finding[] {
  const { companies, otherUser, foreignCompany, controls, receiver, surface } = target;
  const note = (what: string, text: string): Finding => ({ what, state: 'note', text });
  const isJudged = (id: RuleId): boolean => profile === 'reference' || rules.some((rule) => rule.id === id && rule.level === 'stated');
  const absent = Object.entries(surface).flatMap(([name, path]) => (path === null ? [name as keyof Surface] : []));
  return [
    ...(companies.length > 1 ? [] : [note('companies', 'only one; add a second, so that isolation (COMP-03, HDR-05 ...) can be judged')]),
    ...(otherUser || !isJudged('IDEM-16')
      ? []
      : [note('otherUser', 'none; name another user of the first company, so that IDEM-16 is judged in full')]),
    ...(foreignCompany
      ? []
      : [
          note(
            'foreignCompany',
            `none; name a company that is not this user's, so that COMP-07 is judged in full${isJudged('COMP-09') ? ', and COMP-09 at all' : ''}`,
          ),
        ]),
    ...(controls.clock
      ? []
      : [
          note(
            'controls.clock',
            'none; with a clock that the suite can move, it also judges expiry, the 24 hours of keys and later retries',
          ),
        ]),
    ...(receiver.senderAddresses ? [] : [note('receiver.senderAddresses', 'none; list them, so that DLV-06 can be judged')]),
    ...(absent.length === 0 ? [] : [note('surface', `the target has no ${absent.join(', ')}: rules that need them are skipped`)]),
  ];
}
