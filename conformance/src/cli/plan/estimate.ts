import type { Kind } from '../../engine/kind.ts';
import { checks } from '../../generated/checks/registry.ts';
import type { Rule } from '../../generated/rules.ts';
import type { Budget, Profile } from '../../model/result.ts';
import measured from './requests.json' with { type: 'json' };

/** About how often a run calls one operation. */
export interface Estimate {
  /** `METHOD operationId`, or `METHOD other` for a path that belongs to no operation. */
  readonly operation: string;
  readonly requests: number;
  readonly writes: boolean;
}

/** The budgets, in the order of the numbers of a measurement. */
export const budgets: readonly Budget[] = ['quick', 'standard', 'thorough'];

/** Requests against the reference service. */
type Measurement = readonly [quick: number, standard: number, thorough: number];

/** The requests of a run that belong to no rule, without the removal of what the rules create. */
export const FRAME = 'run';

/** Takes the place of the method in a row that counts created objects. */
export const CREATED = 'created';

const table = measured as unknown as Readonly<Record<string, Readonly<Record<string, Measurement>>>>;

/** Rules that a run would judge. @param judges the checks of their role */
export function judgedRules(
  rules: readonly Rule[],
  profile: Profile,
  judges: readonly { readonly rule: string }[] = checks,
): readonly Rule[] {
  return rules.filter(({ id, level }) => (level === 'stated' || profile === 'reference') && judges.some(({ rule }) => rule === id));
}

/** Whether a run of these rules waits for a delivery before it begins. */
export function looksForDelivery(rules: readonly Rule[]): boolean {
  return checks.some(({ rule, awaitsDelivery }) => awaitsDelivery && rules.some(({ id }) => id === rule));
}

/** The requests of a rule, as measured against the reference service. Undefined if the rule was not measured. */
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

/** About how many objects of a kind a rule creates. The removal of each is one more request. */
export function creationsOf(rule: string, { create }: Pick<Kind, 'create'>, budget: Budget): number {
  const measurement = table[rule]?.[`${CREATED} ${create}`];
  return measurement?.[budgets.indexOf(budget)] ?? 0;
}

/** How many operations are named. */
const MOST_NAMED = 8;

/** What a check sends at the standard budget, in a few words. Undefined if it was not measured. */
export function sentFor(rule: string): string | undefined {
  const rows = estimate(rule, 'standard')?.filter(({ requests }) => requests > 0) ?? [];
  if (rows.length === 0) return undefined;
  const total = rows.reduce((sum, { requests }) => sum + requests, 0);
  const most = rows.toSorted((one, other) => other.requests - one.requests).map(({ operation }) => operation.split(' ')[1] ?? operation);
  const named = [...new Set(most)];
  const more = named.length > MOST_NAMED ? ` and ${named.length - MOST_NAMED} more` : '';
  return `about ${total} requests, to ${named.slice(0, MOST_NAMED).join(', ')}${more}`;
}
