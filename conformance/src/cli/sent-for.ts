import { estimate } from './plan/estimate.ts';

/** Operations named at most: a rule that binds all of them is told so. */
const MOST_NAMED = 8;

/** What the check of a rule sends at the standard budget, in a few words; undefined if it was not measured. */
export function sentFor(rule: string): string | undefined {
  const rows = estimate(rule, 'standard')?.filter(({ requests }) => requests > 0) ?? [];
  if (rows.length === 0) return undefined;
  const total = rows.reduce((sum, { requests }) => sum + requests, 0);
  const most = rows.toSorted((one, other) => other.requests - one.requests).map(({ operation }) => operation.split(' ')[1] ?? operation);
  const named = [...new Set(most)];
  const more = named.length > MOST_NAMED ? ` and ${named.length - MOST_NAMED} more` : '';
  return `about ${total} requests, to ${named.slice(0, MOST_NAMED).join(', ')}${more}`;
}
