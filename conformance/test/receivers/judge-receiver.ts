import { startReceiver } from '../../mutants/peer/faulty-receiver.ts';
import type { ReceiverMutant } from '../../mutants/receiver-mutant.ts';
import type { RuleId } from '../../src/generated/rules.ts';
import { type Budget, type RuleResult, type RunOptions, runReceiverConformance } from '../../src/index.ts';
import type { ReceiverVariation } from '../../variations/receivers.ts';
import { described } from '../mutants/judge-service.ts';

/** Starts a receiver, judges it and stops it. */
export async function judgeReceiver(
  { parts, target: differences, tls }: Pick<ReceiverMutant, 'parts' | 'target'> & { readonly tls?: boolean },
  options: Pick<RunOptions, 'profile' | 'rules' | 'budget'>,
): Promise<readonly RuleResult[]> {
  const { target, close } = await startReceiver(parts, tls);
  try {
    return (await runReceiverConformance({ ...target, ...differences }, { seed: 1, ...options })).rules;
  } finally {
    await close();
  }
}

/**
 * Judges a faulty receiver by the rules that it must break. The quick budget finds most faults; what it misses is looked for at the standard one.
 * @returns what contradicts the mutant: empty where each of these rules fails
 */
export async function judgeByMustBreak(mutant: ReceiverMutant): Promise<readonly string[]> {
  return await stillMissed(mutant, await judgeReceiver(mutant, { profile: 'reference', budget: 'quick', rules: mutant.mustBreak }));
}

/** Judges a faulty receiver by the rules that it must break, as above, and at the quick budget by all others. @returns what contradicts the mutant */
export async function judgeByAll(mutant: ReceiverMutant): Promise<readonly string[]> {
  const quick = await judgeReceiver(mutant, { profile: 'reference', budget: 'quick' });
  const { mustBreak, mayBreak = [] } = mutant;
  const named = new Set<string>([...mustBreak, ...mayBreak]);
  const wrong = quick.filter(({ id, outcome }) => outcome === 'error' || (outcome === 'fail' && !named.has(id)));
  return [...wrong.map((result) => `${mutant.id}: ${described(result)}`), ...(await stillMissed(mutant, quick))];
}

async function stillMissed(mutant: ReceiverMutant, quick: readonly RuleResult[]): Promise<readonly string[]> {
  const missed = mutant.mustBreak.filter((rule) => !hasFailed(rule, quick));
  if (missed.length === 0) return [];
  const standard = await judgeReceiver(mutant, { profile: 'reference', rules: missed });
  return standard.filter(({ outcome }) => outcome !== 'fail').map((result) => `${mutant.id}: ${described(result)}`);
}

/**
 * Judges a legal receiver by all that the source states, and by our own decisions but for those that it takes otherwise.
 * @returns what is held against it, and how many rules passed
 */
export async function judgeLegal(
  variation: ReceiverVariation,
  budget: Budget,
): Promise<{ readonly failures: readonly string[]; readonly passed: number }> {
  const results = await judgeReceiver(variation, { profile: 'reference', budget });
  const { against = [] } = variation;
  const allowed = new Set<string>(against);
  const isDecision = ({ id, level }: RuleResult): boolean => level === 'chosen' && allowed.has(id);
  const failures = results.filter((result) => !['pass', 'skip'].includes(result.outcome) && !isDecision(result)).map(described);
  return { failures, passed: results.filter(({ outcome }) => outcome === 'pass').length };
}

function hasFailed(rule: RuleId, results: readonly RuleResult[]): boolean {
  return results.find(({ id }) => id === rule)?.outcome === 'fail';
}
