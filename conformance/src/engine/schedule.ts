import { Stopped, stoppedBy } from '../http/stopped.ts';
import type { Check, Isolation, Scheduling } from '../model/check.ts';
import type { JudgedRule, JudgedRuleId } from '../model/judged-rule.ts';
import type { RuleResult } from '../model/result.ts';
import type { RunOptions } from '../model/run-options.ts';

/** A rule to judge, and its check. */
export interface Entry<Context> {
  readonly rule: JudgedRule;
  readonly check: Check<Context, JudgedRuleId>;
}

/** Whether checks of a kind run in parallel. The kinds run in this order. */
const sideBySide: Readonly<Record<Isolation, boolean>> = {
  first: false,
  shared: true,
  quiet: false,
  clock: true,
  'every-delivery': false,
  'every-exchange': false,
  guessing: false,
};

const order = Object.keys(sideBySide);

/** Groups of checks that run in parallel, one group after the other. In a group the longest come first, then the order of the rules. */
export function schedule<Context>(entries: readonly Entry<Context>[], oneByOne: boolean): readonly (readonly Entry<Context>[])[] {
  const place = ({ check }: Entry<Context>): number => order.indexOf(check.isolation);
  const ordered = entries.toSorted((left, right) => place(left) - place(right) || right.check.weight - left.check.weight);
  const kinds = [...Map.groupBy(ordered, ({ check }) => check.isolation)];
  return kinds.flatMap(([isolation, ofKind]) => (sideBySide[isolation] && !oneByOne ? [ofKind] : ofKind.map((entry) => [entry])));
}

/** Whether a check never runs in parallel with others. */
export function isAlone({ isolation }: Scheduling): boolean {
  return !sideBySide[isolation];
}

/** The turns in which a role judges its rules, one after the other or in parallel. */
export interface Turns {
  /** Tells that the judgement of a rule starts. */
  readonly started: (rule: JudgedRule) => void;
  readonly report: (result: RuleResult) => void;
  /** Does the work when it is the rule's turn. Reports the rule as skipped if the run ends first. */
  readonly take: (rule: JudgedRule, work: () => Promise<void>) => Promise<void>;
}

/** Judges the rules of one group of the schedule in parallel, and reports each of them. */
export type JudgeGroup<Context> = (group: readonly Entry<Context>[], turns: Turns) => Promise<void>;

/** Judges each rule of a group by itself. */
export function oneByOne<Context>(judge: (rule: JudgedRule, check: Entry<Context>['check']) => Promise<RuleResult>): JudgeGroup<Context> {
  return async (group, { started, report, take }) => {
    const judgeOne = async ({ rule, check }: Entry<Context>): Promise<void> => {
      started(rule);
      report(await judge(rule, check));
    };
    await Promise.all(group.map((entry) => take(entry.rule, () => judgeOne(entry))));
  };
}

/** Why rules are not judged after a run was stopped. */
export function stoppedBefore(signal: AbortSignal): string {
  const { message } = stoppedBy(signal);
  return message === new Stopped().message ? `${message} before it` : message;
}

/** Whether a run judges a selected rule, provided that it has a check. */
export function isJudged(rule: JudgedRule, options: RunOptions): boolean {
  return reasonToSkip(rule, true, options) === undefined;
}

/** Why a rule is not judged; undefined if it is. @param check its check, if there is one */
export function reasonToSkip(rule: JudgedRule, check: unknown, { profile = 'stated' }: RunOptions): string | undefined {
  if (rule.level === 'chosen' && profile !== 'reference') return 'the source leaves this open: judged only under --profile reference';
  if (rule.unobservable !== undefined) return rule.unobservable;
  return check === undefined ? 'this version of the suite has no check for this rule' : undefined;
}

/** The result of a rule that is not judged. */
export function skipped({ id, level, role, clause, statement }: JudgedRule, reason: string, lacks?: string): RuleResult {
  const rule = { id, level, role, clause, statement };
  return { ...rule, outcome: 'skip', reason, ...(lacks && { lacks }), runs: 0, requests: 0, durationMs: 0, coverage: {} };
}
