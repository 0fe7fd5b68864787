import { estimate } from './plan/estimate.ts';

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
