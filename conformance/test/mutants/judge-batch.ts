import { composed } from '../../mutants/composed.ts';
import type { Judgement } from './batches.ts';
import { judgeByRules } from './judge-alone.ts';
import { judgeService } from './judge-service.ts';

/**
 * Judges a batch by rules that none of its members may break, at the quick budget. If the batch does not pass a rule, that rule judges its
 * halves, down to single members. Only what a member breaks alone contradicts it. A failure that needs several members counts against none.
 * @returns what contradicts the members, with their names
 */
export async function judgeBatch({ batch, rules }: Pick<Judgement, 'batch' | 'rules'>): Promise<readonly string[]> {
  const [only, ...others] = batch;
  if (others.length === 0) return await judgeByRules(only, rules);
  const results = await judgeService(composed(batch), { profile: 'reference', budget: 'quick', rules });
  const failed = rules.filter((rule) => results.find(({ id }) => id === rule)?.outcome !== 'pass');
  if (failed.length === 0) return [];
  const half = Math.ceil(batch.length / 2);
  const found: string[] = [];
  // One after the other, since many services at once would delay the deliveries that each run waits for.
  for (const [first, ...rest] of [batch.slice(0, half), batch.slice(half)])
    if (first) found.push(...(await judgeBatch({ batch: [first, ...rest], rules: failed })));
  return found;
}
