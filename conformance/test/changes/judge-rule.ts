import { mutants } from '../../mutants/index.ts';
import type { RuleResult } from '../../src/model/result.ts';
import { judgeService } from '../mutants/judge-service.ts';

// Prints the outcome of one rule, for the service without a fault (with its coverage) and for each mutant that has to break it.
const [rule = ''] = process.argv.slice(2);

async function judge(differences: Parameters<typeof judgeService>[0]): Promise<RuleResult> {
  const [result] = await judgeService(differences, { profile: 'reference', rules: [rule] });
  if (result === undefined) throw new Error(`There is no rule ${rule}.`);
  return result;
}

const { outcome, coverage } = await judge({});
const faulty: Record<string, string> = {};
for (const mutant of mutants) if (mutant.mustBreak[0] === rule) faulty[mutant.id] = (await judge(mutant)).outcome;
process.stdout.write(JSON.stringify({ outcome, coverage, faulty }));
