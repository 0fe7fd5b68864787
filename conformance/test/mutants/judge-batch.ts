import { composed } from '../../mutants/composed.ts';
import type { Judgement } from './batches.ts';
import { judgeByRules } from './judge-alone.ts';
import { judgeService } from './judge-service.ts';

/**
 * Judges a batch by rules that none of its members may break, at the quick budget. Where the batch does not pass a rule, its halves are judged by it,
 * down to each member alone: only what a member breaks by itself contradicts it. A fault that shows up only together with others is held against none.
 * @returns what contradicts the members, by their names
 */
export async function judgeBatch({ batch, rules }: Pick<Judgement, 'batch' | 'rules'>): Promise<readonly string[]> {
  const [only, ...others] = batch;
  if (others.length === 0) return await judgeByRules(only, rules);
  const results = await judgeService(composed(batch), { profile: 'reference', budget: 'quick', rules });
  const failed = rules.filter((rule) => results.find(({ id }) => id === rule)?.outcome !== 'pass');
  if (failed.length === 0) return [];
  const half = Math.ceil(batch.length / 2);
  const found: string[] = [];
  // One after the other: many services at once would make the deliveries late that each run waits for.
  for (const [first, ...rest] of [batch.slice(0, half), batch.slice(half)])
    if (first) found.push(...(await judgeBatch({ batch: [first, ...rest], rules: failed })));
  return found;
}
