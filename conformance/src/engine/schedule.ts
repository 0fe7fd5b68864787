import type { Check, Isolation, Scheduling } from '../model/check.ts';
import type { JudgedRule, JudgedRuleId } from '../model/judged-rule.ts';

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
