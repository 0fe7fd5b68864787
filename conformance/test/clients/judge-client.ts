import type { ClientMutant } from '../../mutants/client-mutant.ts';
import { clientOf } from '../../mutants/peer/faulty-client.ts';
import { type Budget, parseClientTarget, type RuleResult, type RunOptions, runClientConformance } from '../../src/index.ts';
import type { ClientVariation } from '../../variations/clients.ts';
import { described } from '../mutants/judge-service.ts';

/** Judges a client that is a function of this process. */
async function judgeClient(
  parts: ClientMutant['parts'],
  options: Pick<RunOptions, 'profile' | 'rules' | 'budget'>,
): Promise<readonly RuleResult[]> {
  const target = parseClientTarget({ client: clientOf(parts), scenarioTimeout: '60s' });
  return (await runClientConformance(target, { seed: 1, ...options })).rules;
}

/**
 * Judges a faulty client by the rules that it must break. The quick budget finds most faults; what it misses is looked for at the standard one.
 * @returns what contradicts the mutant: empty where each of these rules fails
 */
export async function judgeByMustBreak(mutant: ClientMutant): Promise<readonly string[]> {
  return await stillMissed(mutant, await judgeClient(mutant.parts, { profile: 'reference', budget: 'quick', rules: mutant.mustBreak }));
}

/** Judges a faulty client by the rules that it must break, as above, and at the quick budget by all others. @returns what contradicts the mutant */
export async function judgeByAll(mutant: ClientMutant): Promise<readonly string[]> {
  const quick = await judgeClient(mutant.parts, { profile: 'reference', budget: 'quick' });
  const { mustBreak, mayBreak = [] } = mutant;
  const named = new Set<string>([...mustBreak, ...mayBreak]);
  const wrong = quick.filter(({ id, outcome }) => outcome === 'error' || (outcome === 'fail' && !named.has(id)));
  return [...wrong.map((result) => `${mutant.id}: ${described(result)}`), ...(await stillMissed(mutant, quick))];
}

async function stillMissed({ id, parts, mustBreak }: ClientMutant, quick: readonly RuleResult[]): Promise<readonly string[]> {
  const missed = mustBreak.filter((rule) => quick.find((result) => result.id === rule)?.outcome !== 'fail');
  if (missed.length === 0) return [];
  const standard = await judgeClient(parts, { profile: 'reference', rules: missed });
  return standard.filter(({ outcome }) => outcome !== 'fail').map((result) => `${id}: ${described(result)}`);
}

/**
 * Judges a legal client by all that the source states, and by our own decisions but for those that it takes otherwise.
 * @returns what is held against it, and how many rules passed
 */
export async function judgeLegal(
  { parts, against = [] }: ClientVariation,
  budget: Budget,
): Promise<{ readonly failures: readonly string[]; readonly passed: number }> {
  const results = await judgeClient(parts, { profile: 'reference', budget });
  const allowed = new Set<string>(against);
  const isDecision = ({ id, level }: RuleResult): boolean => level === 'chosen' && allowed.has(id);
  const failures = results.filter((result) => !['pass', 'skip'].includes(result.outcome) && !isDecision(result)).map(described);
  return { failures, passed: results.filter(({ outcome }) => outcome === 'pass').length };
}
