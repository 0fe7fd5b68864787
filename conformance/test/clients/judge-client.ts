import type { ClientMutant } from '../../mutants/client-mutant.ts';
import { clientOf } from '../../mutants/peer/faulty-client.ts';
import { type Budget, type Profile, parseClientTarget, type RuleResult, type RunOptions, runClientConformance } from '../../src/index.ts';
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
export async function judgeByMustBreak({ id, parts, mustBreak }: ClientMutant): Promise<readonly string[]> {
  const quick = await judgeClient(parts, { profile: 'reference', budget: 'quick', rules: mustBreak });
  const missed = quick.filter(({ outcome }) => outcome !== 'fail').map((rule) => rule.id);
  if (missed.length === 0) return [];
  const standard = await judgeClient(parts, { profile: 'reference', rules: missed });
  return standard.filter(({ outcome }) => outcome !== 'fail').map((result) => `${id}: ${described(result)}`);
}

/** Judges a faulty client by all rules. @returns what contradicts the mutant */
export async function judgeByAll({ id, parts, mustBreak, mayBreak = [] }: ClientMutant): Promise<readonly string[]> {
  const results = await judgeClient(parts, { profile: 'reference' });
  const named = new Set<string>([...mustBreak, ...mayBreak]);
  const wrong = results.filter((rule) => rule.outcome === 'error' || (rule.outcome === 'fail' && !named.has(rule.id)));
  const missed = results.filter((result) => mustBreak.some((rule) => rule === result.id) && result.outcome !== 'fail');
  return [...wrong, ...missed].map((result) => `${id}: ${described(result)}`);
}

/** Judges a legal client. @returns what is held against it, and how many rules passed */
export async function judgeLegal(
  { parts, against = [] }: ClientVariation,
  profile: Profile,
  budget: Budget,
): Promise<{ readonly failures: readonly string[]; readonly passed: number }> {
  const results = await judgeClient(parts, { profile, budget });
  const allowed = new Set<string>(profile === 'reference' ? against : []);
  const failures = results.filter(({ id, outcome }) => !['pass', 'skip'].includes(outcome) && !allowed.has(id)).map(described);
  return { failures, passed: results.filter(({ outcome }) => outcome === 'pass').length };
}
