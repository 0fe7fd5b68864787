import type { Mutant } from '../../mutants/mutant.ts';
import { checks } from '../../src/checks/registry.ts';
import type { RuleId } from '../../src/generated/rules.ts';
import type { Company } from './judge-company.ts';

/** Every rule that has a check. */
export const rules: readonly RuleId[] = checks.map(({ rule }) => rule);

/** How many faulty services are judged as one at most: more of them would hide one another's faults. */
const companySize = 12;

/** Faulty services that are judged together, by rules that are no concern of any of them. */
export interface Group {
  readonly title: string;
  readonly company: Company;
  readonly others: readonly RuleId[];
}

/** Whom to judge together; the longest judgements first. */
export function groupsOf(mutants: readonly Mutant[]): readonly Group[] {
  return companies(mutants)
    .flatMap(groups)
    .sort((one, other) => other.others.length - one.others.length);
}

/** The rules that it breaks, and the neighbours of the one that it was made for. */
export function ownRules({ breaks }: Mutant): readonly RuleId[] {
  return rules.filter((rule) => familyOf(rule) === familyOf(breaks[0]) || breaks.includes(rule));
}

function familyOf(rule: RuleId): string {
  return rule.split('-')[0] ?? '';
}

/**
 * As few companies as hold all, of like sizes and in their order; one that is set otherwise than the rightful service has no other such one beside it, and
 * one that hides the others has none.
 */
function companies(mutants: readonly Mutant[]): readonly Company[] {
  const sociable = mutants.filter(({ solitary }) => solitary === undefined);
  const set = sociable.filter(({ service }) => service !== undefined);
  const others = sociable.filter(({ service }) => service === undefined);
  const count = Math.max(set.length, Math.ceil(sociable.length / companySize));
  const size = Math.ceil(others.length / count);
  const found: Company[] = mutants.filter(({ solitary }) => solitary).map((mutant) => [mutant]);
  for (let index = 0; index < count; index += 1) {
    const [first, ...rest] = [...set.slice(index, index + 1), ...others.slice(index * size, (index + 1) * size)];
    if (first !== undefined) found.push([first, ...rest]);
  }
  return found;
}

/** Every rule with those members of a company that are not judged by it alone: rules with the same members are one group. */
function groups(company: Company): readonly Group[] {
  const found = new Map<string, Group>();
  const own = new Map(company.map((mutant) => [mutant, ownRules(mutant)]));
  for (const rule of rules) {
    const [first, ...rest] = company.filter((mutant) => !own.get(mutant)?.includes(rule));
    if (first === undefined) continue;
    const title = [first, ...rest].map(({ id }) => id).join(', ');
    found.set(title, { title, company: [first, ...rest], others: [...(found.get(title)?.others ?? []), rule] });
  }
  return [...found.values()];
}
