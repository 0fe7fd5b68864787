import type { ConformanceResult, RuleFailure, RuleResult } from '../model/result.ts';

/** What a failure's words need to know of its run. */
export type Run = Pick<ConformanceResult, 'target' | 'profile' | 'budget'>;

/** What is said of a failure in every report, each thing under its name. */
export function failureFacts(rule: RuleResult, failure: RuleFailure, run: Run): readonly (readonly [name: string, value: string])[] {
  const { message, expected, actual, counterexample } = failure;
  return [
    ['Clause', rule.clause],
    ...(rule.known === undefined ? [] : ([['Known', rule.known]] as const)),
    ['Problem', message],
    ['Expected', expected],
    ['Actual', actual],
    // A history may fail with no step in it.
    ...(counterexample === null || counterexample === '' ? [] : ([['Smallest case', counterexample]] as const)),
    ['Again', commandFor(rule, failure, run)],
  ];
}

/** The command that tries the same cases again. */
function commandFor({ id }: RuleResult, { seed }: RuleFailure, { target, profile, budget }: Run): string {
  const options = [...(profile === 'stated' ? [] : [`--profile ${profile}`]), ...(budget === 'standard' ? [] : [`--budget ${budget}`])];
  return [`business-cloud-conformance ${target.role}`, `--rule ${id}`, `--seed ${seed}`, ...options].join(' ');
}
