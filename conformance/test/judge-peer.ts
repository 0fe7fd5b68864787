import type { RuleId } from '../src/generated/rules.ts';
import type { Budget, RuleResult, RunOptions } from '../src/index.ts';
import { described } from './mutants/judge-service.ts';

/** A faulty receiver or client. */
interface Faulty {
  readonly id: string;
  readonly mustBreak: readonly RuleId[];
  readonly mayBreak?: readonly RuleId[];
}

/** A legal one, and the rules of ours that it decides otherwise. */
interface Legal {
  readonly against?: readonly RuleId[];
}

/** Judges receivers or clients whose verdict the tests know. */
export interface PeerJudging<Mutant, Variation> {
  /**
   * Judges a faulty one by the rules that it must break. The quick budget finds most faults. The standard budget looks for the rest.
   * @returns what contradicts the mutant, empty if each of these rules fails
   */
  readonly judgeByMustBreak: (mutant: Mutant) => Promise<readonly string[]>;
  /** Judges a faulty one also by all other rules, at the quick budget. @returns what contradicts the mutant */
  readonly judgeByAll: (mutant: Mutant) => Promise<readonly string[]>;
  /**
   * Judges a legal one by all stated rules, and by our own rules except those that it decides otherwise.
   * @returns the complaints, and how many rules passed
   */
  readonly judgeLegal: (variation: Variation, budget: Budget) => Promise<{ readonly failures: readonly string[]; readonly passed: number }>;
}

/** @param judge starts a receiver or client, judges it and stops it */
export function peerJudging<Mutant extends Faulty, Variation extends Legal>(
  judge: (peer: Mutant | Variation, options: Pick<RunOptions, 'profile' | 'rules' | 'budget'>) => Promise<readonly RuleResult[]>,
): PeerJudging<Mutant, Variation> {
  const stillMissed = async (mutant: Mutant, quick: readonly RuleResult[]): Promise<readonly string[]> => {
    const missed = mutant.mustBreak.filter((rule) => quick.find(({ id }) => id === rule)?.outcome !== 'fail');
    if (missed.length === 0) return [];
    const standard = await judge(mutant, { profile: 'reference', rules: missed });
    return standard.filter(({ outcome }) => outcome !== 'fail').map((result) => `${mutant.id}: ${described(result)}`);
  };
  return {
    judgeByMustBreak: async (mutant) =>
      await stillMissed(mutant, await judge(mutant, { profile: 'reference', budget: 'quick', rules: mutant.mustBreak })),
    judgeByAll: async (mutant) => {
      const quick = await judge(mutant, { profile: 'reference', budget: 'quick' });
      const named = new Set<string>([...mutant.mustBreak, ...(mutant.mayBreak ?? [])]);
      const wrong = quick.filter(({ id, outcome }) => outcome === 'error' || (outcome === 'fail' && !named.has(id)));
      return [...wrong.map((result) => `${mutant.id}: ${described(result)}`), ...(await stillMissed(mutant, quick))];
    },
    judgeLegal: async (variation, budget) => {
      const results = await judge(variation, { profile: 'reference', budget });
      const against = new Set<string>(variation.against);
      const isDecision = ({ id, level }: RuleResult): boolean => level === 'chosen' && against.has(id);
      const failures = results.filter((result) => !['pass', 'skip'].includes(result.outcome) && !isDecision(result)).map(described);
      return { failures, passed: results.filter(({ outcome }) => outcome === 'pass').length };
    },
  };
}
