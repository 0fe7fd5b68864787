import type { Kind } from '../../engine/kind.ts';
import { checks } from '../../generated/checks/registry.ts';
import type { Rule } from '../../generated/rules.ts';
import type { Budget } from '../../model/result.ts';
import measured from './requests.json' with { type: 'json' };

/** How often one operation will be called, about. */
export interface Estimate {
  /** `METHOD operationId`, or `METHOD other` for paths that no operation has. */
  readonly operation: string;
  readonly requests: number;
  readonly writes: boolean;
}

/** The budgets, in the order of the numbers of a measurement. */
export const budgets: readonly Budget[] = ['quick', 'standard', 'thorough'];

/** Requests against the reference service. */
type Measurement = readonly [quick: number, standard: number, thorough: number];

/** What a run sends beside the requests of its rules, without the removal of what they create. */
export const FRAME = 'run';

/** Stands in the place of a method where objects are counted that were created. */
export const CREATED = 'created';

const table = measured as unknown as Readonly<Record<string, Readonly<Record<string, Measurement>>>>;

/** Rules that a run would judge. */
export function judgedRules(rules: readonly Rule[], profile: 'stated' | 'reference'): readonly Rule[] {
  return rules.filter(({ id, level }) => (level === 'stated' || profile === 'reference') && checks.some(({ rule }) => rule === id));
}

/** Whether a run of these rules looks for a delivery before it begins. */
export function looksForDelivery(rules: readonly Rule[]): boolean {
  return checks.some(({ rule, awaitsDelivery }) => awaitsDelivery && rules.some(({ id }) => id === rule));
}

/** What a rule sends, from what it sent to the reference service; undefined for one that was not measured. */
export function estimate(rule: string, budget: Budget): readonly Estimate[] | undefined {
  const rows = table[rule];
  if (rows === undefined) return undefined;
  return Object.entries(rows)
    .filter(([operation]) => !operation.startsWith(`${CREATED} `))
    .map(([operation, measurement]) => ({
      operation,
      requests: measurement[budgets.indexOf(budget)] ?? 0,
      writes: !operation.startsWith('GET ') && operation !== 'POST authenticate',
    }));
}

/** How many objects of a kind a rule creates, about: each is removed by one more request. */
export function creationsOf(rule: string, { create }: Pick<Kind, 'create'>, budget: Budget): number {
  const measurement = table[rule]?.[`${CREATED} ${create}`];
  return measurement?.[budgets.indexOf(budget)] ?? 0;
}
