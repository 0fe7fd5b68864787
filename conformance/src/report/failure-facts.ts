import { causesOf } from '../model/causes.ts';
import type { ConformanceResult } from '../model/result.ts';
import type { RuleFailure, RuleResult } from '../model/rule-result.ts';
import { difference } from './difference.ts';

/** The parts of a result that the facts of a failure need. */
export type Run = Pick<ConformanceResult, 'target' | 'command' | 'rules'>;

/** The facts of a failure that every report shows, with their names. */
export function failureFacts(rule: RuleResult, failure: RuleFailure, run: Run): readonly (readonly [name: string, value: string])[] {
  const { message, expected, actual, counterexample } = failure;
  const { rules } = run;
  const causes = causesOf(
    rule.id,
    rules.filter(({ outcome }) => outcome === 'fail').map(({ id }) => id),
  );
  const differing = difference(expected, actual);
  return [
    ['Clause', rule.clause],
    ...(rule.known === undefined ? [] : ([['Known', rule.known]] as const)),
    ...(rule.notKnown === undefined ? [] : ([['Not known', rule.notKnown]] as const)),
    ['Problem', message],
    ...(causes.length === 0 ? [] : ([['Perhaps due to', causes.join(', ')]] as const)),
    ['Expected', expected],
    ['Actual', actual],
    ...(differing === undefined ? [] : ([['Difference', differing]] as const)),
    // A history may fail without a single step.
    ...(counterexample === null || counterexample === '' ? [] : ([['Smallest case', counterexample]] as const)),
    ...(rule.repeats === undefined ? [] : ([['Repeated', stability(rule.repeats)]] as const)),
    ['Again', again(run, `--rule ${rule.id} --seed ${failure.seed}`)],
  ];
}

/** The command with more options. If it ends with the command of a client, the options come before that. */
function again({ command, target }: Run, options: string): string {
  const at = target.role === 'client' ? command.indexOf(' -- ') : -1;
  return at < 0 ? `${command} ${options}` : `${command.slice(0, at)} ${options}${command.slice(at)}`;
}

function stability({ failed, of }: NonNullable<RuleResult['repeats']>): string {
  if (of === 0) return 'could not be judged again';
  return `failed ${failed} of ${of} times: ${failed === of ? 'stable' : 'flaky'}`;
}
