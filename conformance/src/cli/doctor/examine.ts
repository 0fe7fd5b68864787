import { createRun } from '../../engine/create-run.ts';
import { deliveryLook } from '../../engine/delivery-look.ts';
import { hider } from '../../engine/hide-secrets.ts';
import { Doubt, type Inspection } from '../../engine/inspection.ts';
import { inspections } from '../../engine/preflight.ts';
import { withoutUserInfo } from '../../engine/redact.ts';
import { leave } from '../../engine/run-checks.ts';
import { secretsOf } from '../../engine/secret.ts';
import { type RuleId, rules } from '../../generated/rules.ts';
import { LostAnswer } from '../../http/lost-answer.ts';
import { Stopped, unlessStopped } from '../../http/stopped.ts';
import type { Cleanup } from '../../model/cleanup.ts';
import { ConfigurationError } from '../../model/configuration-error.ts';
import type { Profile } from '../../model/result.ts';
import type { RunOptions } from '../../model/run-options.ts';
import type { Surface, Target } from '../../model/target.ts';
import { Inconclusive, Skip } from '../../model/verdict.ts';
import { leftTexts } from '../../report/left-lines.ts';
import type { Finding } from './finding.ts';

/** Checks everything that a run needs, one thing after the other, and removes what it created. */
export async function examine(
  target: Target,
  options: Pick<RunOptions, 'signal' | 'abandon' | 'requestsPerSecond' | 'profile'>,
  onFinding: (finding: Finding) => void,
): Promise<readonly Finding[]> {
  const run = createRun(target, options);
  const found: Finding[] = [];
  const tell = (finding: Finding): void => {
    const shown = { ...finding, text: withoutUserInfo(hider(secretsOf(run))(finding.text)) };
    found.push(shown);
    onFinding(shown);
  };
  try {
    for (const step of [...inspections(run), deliveryLook(run)]) tell(await unlessStopped(lookAt(step, found), run.signal));
    for (const note of notes(target, options.profile)) tell(note);
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
  } finally {
    for (const note of leftNotes(await leave(run, options.abandon))) tell(note);
  }
  return found;
}

/** What the examination itself created and could not remove. */
function leftNotes(cleanup: Cleanup): readonly Finding[] {
  return leftTexts(cleanup).map((text) => ({ what: 'left at the target', state: 'note', text }));
}

async function lookAt({ what, needs, look }: Inspection, found: readonly Finding[]): Promise<Finding> {
  const missing = needs.find((need) => found.some((finding) => finding.what === need && finding.state !== 'right'));
  if (missing !== undefined) return { what, state: 'unknown', text: `not checked: correct this first: ${missing}` };
  try {
    return { what, state: 'right', text: await look() };
  } catch (error) {
    if (error instanceof Doubt) return { what, state: 'unknown', text: error.message };
    const expected = [ConfigurationError, Inconclusive, Skip, LostAnswer].some((kind) => error instanceof kind);
    if (!expected || !(error instanceof Error)) throw error;
    return { what, state: 'problem', text: error.message };
  }
}

/** What the configuration leaves out, and the rules of the profile that this leaves unjudged. */
function notes(target: Target, profile: Profile = 'stated'): readonly Finding[] {
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
