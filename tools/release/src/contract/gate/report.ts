import { needsReason } from '../changesets/answers.ts';
import { effectsOf, sorted, whyOf } from '../differences/described.ts';
import { type Difference, distinct } from '../differences/difference.ts';
import { type ContractCheck, isEnough, type Understatement } from './check-contract.ts';

/** What is to be mended, and nothing if all is well: the differences that nobody answered for, the changesets that say too little. */
export function reportOf(check: ContractCheck): readonly string[] {
  if (isEnough(check)) return [];
  const { unanswered, understatements, differences, released } = check;
  const lacking = understatements.map(complaintOf);
  return [...described(unanswered), ...instruction(unanswered), ...lacking, ...countOf(differences.length - unanswered.length, released)];
}

/** What a changeset says too little of. */
export function complaintOf({ changeset, name, said, required }: Understatement): string {
  return `${changeset} says ${said} for ${name}, and the differences that it answers for ask for ${required}. Raise it.`;
}

/** Differences for people, place by place, the gravest first. */
export function described(differences: readonly Difference[]): readonly string[] {
  const places = Map.groupBy(sorted(distinct(differences)), (one) => [`${one.file}:${one.line}`, effectsOf(one), whyOf(one)].join('|'));
  return [...places.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    return [`${first.file}:${first.line}`, ...group.map(({ name }) => `  ${name}`), `  ${effectsOf(first)}. ${whyOf(first)}`, ''];
  });
}

function instruction(unanswered: readonly Difference[]): readonly string[] {
  if (unanswered.length === 0) return [];
  const command = unanswered.some(needsReason)
    ? "`pnpm changeset --force-removal '<why it cannot wait for its sunset>'`"
    : '`pnpm changeset`, and put its text in your words';
  return [`No changeset answers for this. Write it with ${command}.`];
}

function countOf(answered: number, released: string): readonly string[] {
  return answered === 0 ? [] : [`Changesets answer for ${answered} other differences to ${released}.`];
}
