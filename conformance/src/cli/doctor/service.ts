import { createRun } from '../../engine/create-run.ts';
import { deliveryLook } from '../../engine/delivery-look.ts';
import { inspections } from '../../engine/preflight.ts';
import { leave } from '../../engine/run-checks.ts';
import { secretsOf } from '../../engine/secret.ts';
import { type RuleId, rules } from '../../generated/rules.ts';
import type { Profile } from '../../model/result.ts';
import type { RunOptions } from '../../model/run-options.ts';
import type { Surface, Target } from '../../model/target.ts';
import { leftTexts } from '../../report/left-lines.ts';
import type { Examination, Finding } from './examination.ts';

/** Checks everything that a run of a service needs, one thing after the other, and removes what it created. */
export function serviceExamination(
  target: Target,
  options: Pick<RunOptions, 'signal' | 'abandon' | 'requestsPerSecond' | 'profile'>,
): Examination {
  const run = createRun(target, options);
  return {
    looks: [...inspections(run), deliveryLook(run), { what: 'configuration', look: async () => notes(target, options.profile) }],
    secrets: () => secretsOf(run),
    leave: async () => leftTexts(await leave(run, options.abandon)).map((text) => note('left at the target', text)),
  };
}

/** What the configuration leaves out, and the rules of the profile that this leaves unjudged. */
function notes(target: Target, profile: Profile = 'stated'): readonly Finding[] {
  const { companies, otherUser, foreignCompany, controls, receiver, surface } = target;
  const isJudged = (id: RuleId): boolean => profile === 'reference' || rules.some((rule) => rule.id === id && rule.level === 'stated');
  const absent = Object.entries(surface).flatMap(([name, path]) => (path === null ? [name as keyof Surface] : []));
  const foreign = isJudged('COMP-09') ? ', and COMP-09 at all' : '';
  const found = {
    companies: companies.length === 1 && 'only one; add a second, so that isolation (COMP-03, HDR-05 ...) can be judged',
    otherUser: !otherUser && isJudged('IDEM-16') && 'none; name another user of the first company, so that IDEM-16 is judged in full',
    foreignCompany: !foreignCompany && `none; name a company that is not this user's, so that COMP-07 is judged in full${foreign}`,
    'controls.clock':
      !controls.clock && 'none; with a clock that the suite can move, it also judges expiry, the 24 hours of keys and later retries',
    'receiver.senderAddresses': !receiver.senderAddresses && 'none; list them, so that DLV-06 can be judged',
    surface: absent.length > 0 && `the target has no ${absent.join(', ')}: rules that need them are skipped`,
  };
  return Object.entries(found).flatMap(([what, text]) => (text === false ? [] : [note(what, text)]));
}

function note(what: string, text: string): Finding {
  return { what, state: 'note', text };
}
