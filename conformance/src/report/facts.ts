import { causesOf } from '../model/causes.ts';
import type { ConformanceResult, JudgedTarget, RuleFailure, RuleResult } from '../model/result.ts';
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
  const facts: readonly (readonly [name: string, value: string | undefined])[] = [
    ['Clause', rule.clause],
    ['Known', rule.known],
    ['Not known', rule.notKnown],
    ['Problem', message],
    ['Perhaps due to', causes.join(', ') || undefined],
    ['Expected', expected],
    ['Actual', actual],
    ['Difference', difference(expected, actual)],
    // A history may fail without a single step.
    ['Smallest case', counterexample || undefined],
    ['Repeated', rule.repeats && stability(rule.repeats)],
    ['Again', again(run, `--rule ${rule.id} --seed ${failure.seed}`)],
  ];
  return facts.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
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

/** The address that names the target. For a client, the command that starts it. */
export function addressOf(target: JudgedTarget): string {
  if (target.role === 'client') return target.command ?? 'a client in this process';
  return target.role === 'service' ? target.customerUrl : target.url;
}

/** The facts about the target of a result, with their names. */
export function targetFacts(target: JudgedTarget): readonly (readonly [name: string, value: string])[] {
  if (target.role === 'client')
    return [
      ['Client', addressOf(target)],
      ['Header word', target.headerWord],
    ];
  if (target.role === 'receiver')
    return [
      ['Receiver', target.url],
      ['Tolerance, header word', `${target.toleranceSeconds} s, ${target.headerWord}`],
    ];
  return [
    ['Admin API', target.adminUrl],
    ['Customer API', target.customerUrl],
    ['Version, header word', `${target.version}, ${target.headerWord}`],
  ];
}
