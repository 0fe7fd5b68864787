import type { Mutant } from '../../mutants/mutant.ts';
import type { RuleId } from '../../src/generated/rules.ts';
import { namedRules } from './judge-alone.ts';

/** Several mutants, judged together as one service with the faults of all. */
export type Batch = readonly [Mutant, ...Mutant[]];

/** A batch or a part of one, and rules that no member names, by which it is judged. */
export interface Judgement {
  readonly title: string;
  readonly batch: Batch;
  readonly rules: readonly RuleId[];
}

/** In larger batches, more rules would come to no verdict, and would then judge the halves. */
const MOST_MEMBERS = 64;

/**
 * Divides mutants into batches. Neighbours concern the same rules, so a batch of neighbours names few rules, and all other rules can judge
 * it at once. A mutant that would hide other faults is its own batch, and no two with other settings of the service are in one.
 */
export function batchesOf(mutants: readonly Mutant[], mostMembers: number = MOST_MEMBERS): readonly Batch[] {
  const plain = mutants.filter(({ judgedAlone, service }) => !judgedAlone && !service);
  const count = Math.ceil(plain.length / mostMembers);
  const ofSettings = mutants.filter(({ judgedAlone, service }) => !judgedAlone && service);
  const together = Array.from({ length: count }, (_, place) => [
    ...plain.filter((_mutant, index) => Math.floor((index * count) / plain.length) === place),
    ...ofSettings.slice(place, place + 1),
  ]);
  const alone = [...mutants.filter(({ judgedAlone }) => judgedAlone), ...ofSettings.slice(count)];
  return [...together, ...alone.map((mutant) => [mutant])].flatMap(([first, ...rest]) => (first ? [[first, ...rest] as const] : []));
}

/** Each rule judges the members that do not name it. Rules with the same members are judged together. */
export function judgementsOf(batch: Batch, title: string, rules: readonly RuleId[]): readonly Judgement[] {
  const naming = (rule: RuleId): string => batch.flatMap((mutant) => (namedRules(mutant).includes(rule) ? mutant.id : [])).join(', ');
  return [...Map.groupBy(rules, naming)].flatMap(([names, those]) => {
    const [first, ...rest] = batch.filter(({ id }) => !names.split(', ').includes(id));
    return first ? [{ title: names === '' ? title : `${title} without ${names}`, batch: [first, ...rest] as const, rules: those }] : [];
  });
}

/** If every mutant must be found, larger batches would hide too many faults. */
const MOST_APART = 10;

/** Divides mutants into batches in which each can be found, since no member names a rule that another must break. */
export function batchesApart(mutants: readonly Mutant[]): readonly Batch[] {
  const batches: [Mutant, ...Mutant[]][] = [];
  const isApart = (one: Mutant, other: Mutant): boolean => !other.mustBreak.some((rule) => namedRules(one).includes(rule));
  for (const mutant of mutants) {
    const fitting = batches.find(
      (batch) => batch.length < MOST_APART && batch.every((one) => isApart(one, mutant) && isApart(mutant, one)),
    );
    if (fitting) fitting.push(mutant);
    else batches.push([mutant]);
  }
  return batches;
}
