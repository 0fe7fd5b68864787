import type { Mutant } from '../../mutants/mutant.ts';
import { checks } from '../../src/generated/checks/registry.ts';
import type { RuleId } from '../../src/generated/rules.ts';
import type { Company } from './judge-company.ts';

/** Every rule that has a check. */
export const rules: readonly RuleId[] = checks.map(({ rule }) => rule);

/** How many faulty services are judged as one at most: more would hide one another's faults; fewer by rules that look at what they break. */
const companySize = 16;
const circleSize = 7;

/** Families whose rules look at the deliveries of one scene: to judge all of them costs no more than one. */
const sceneFamilies = ['DLV', 'EVT', 'SIG'];

/** Faulty services that are judged together, by rules that none of them breaks. */
export interface Group {
  readonly title: string;
  readonly company: Company;
  readonly others: readonly RuleId[];
}

/** Whom to judge together: by the neighbours of what they break in circles, by all else in companies. The longest judgements first. */
export function groupsOf(mutants: readonly Mutant[]): readonly Group[] {
  const inCompany = companies(mutants).flatMap((company) => groups(company, (mutant) => rules.filter((rule) => !isNear(mutant, rule))));
  const inCircle = circles(mutants).flatMap((circle) => groups(circle, (mutant) => rules.filter((rule) => isNear(mutant, rule))));
  return [...inCompany, ...inCircle].sort((one, other) => other.others.length - one.others.length);
}

/** What it is judged by alone: the rules that it breaks, and their neighbours where these cost nothing more. */
export function ownRules(mutant: Mutant): readonly RuleId[] {
  const { mustBreak } = mutant;
  return rules.filter((rule) => mustBreak.includes(rule) || (isNear(mutant, rule) && sceneFamilies.includes(familyOf(rule))));
}

/** Whether it is a neighbour of the rule that the faulty service was made for, or that rule. */
function isNear({ mustBreak }: Mutant, rule: RuleId): boolean {
  return familyOf(rule) === familyOf(mustBreak[0]);
}

function familyOf(rule: RuleId): string {
  return rule.split('-')[0] ?? '';
}

/**
 * As few companies as hold all, of like sizes and in their order; one that is set otherwise than the rightful service has no other such one beside it, and
 * one that hides the others has none.
 */
function companies(mutants: readonly Mutant[]): readonly Company[] {
  const sociable = mutants.filter(({ judgedAlone }) => judgedAlone === undefined);
  const set = sociable.filter(({ service }) => service !== undefined);
  const others = sociable.filter(({ service }) => service === undefined);
  const count = Math.max(set.length, Math.ceil(sociable.length / companySize));
  const size = Math.ceil(others.length / count);
  const found: Company[] = mutants.filter(({ judgedAlone }) => judgedAlone).map((mutant) => [mutant]);
  for (let index = 0; index < count; index += 1) {
    const [first, ...rest] = [...set.slice(index, index + 1), ...others.slice(index * size, (index + 1) * size)];
    if (first !== undefined) found.push([first, ...rest]);
  }
  return found;
}

/** Those that were made for rules of one family, a few at a time; one that hides the others has none beside it. */
function circles(mutants: readonly Mutant[]): readonly Company[] {
  const families = Map.groupBy(mutants, (mutant) => (mutant.judgedAlone ? mutant.id : familyOf(mutant.mustBreak[0])));
  return [...families.values()].flatMap((family) => {
    const found: Company[] = [];
    for (let index = 0; index < family.length; index += circleSize) {
      const [first, ...rest] = family.slice(index, index + circleSize);
      if (first !== undefined) found.push([first, ...rest]);
    }
    return found;
  });
}

/** Each rule with the members that are to be judged by it, and not alone: rules with the same members are one group. */
function groups(company: Company, rulesOf: (mutant: Mutant) => readonly RuleId[]): readonly Group[] {
  const found = new Map<string, Group>();
  const wanted = new Map<Mutant, readonly RuleId[]>();
  for (const mutant of company) {
    const alone = ownRules(mutant);
    wanted.set(
      mutant,
      rulesOf(mutant).filter((rule) => !alone.includes(rule)),
    );
  }
  for (const rule of rules) {
    const [first, ...rest] = company.filter((mutant) => wanted.get(mutant)?.includes(rule));
    if (first === undefined) continue;
    const title = [first, ...rest].map(({ id }) => id).join(', ');
    found.set(title, { title, company: [first, ...rest], others: [...(found.get(title)?.others ?? []), rule] });
  }
  return [...found.values()];
}
