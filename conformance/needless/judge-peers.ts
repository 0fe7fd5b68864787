/**
 * Judges by one rule the mutants that must break it, or the variations that must keep it: `judge-peers.ts IDEM-09 mutants`. Prints the ids of
 * those that it judges wrongly, one on each line. `pnpm needless` starts it in a copy in which a statement of the check is missing.
 */
import { mutants } from '../mutants/index.ts';
import { rules } from '../src/generated/rules.ts';
import { judgeByMustBreak } from '../test/mutants/judge-alone.ts';
import { casesOf, judgeVariation } from '../test/variations/judge-variation.ts';
import { variations } from '../variations/index.ts';

const [id, which] = process.argv.slice(2);
const rule = rules.find((one) => one.id === id)?.id;
if (rule === undefined) throw new Error(`There is no rule ${id}.`);

const judgements =
  which === 'mutants'
    ? mutants
        .filter(({ mustBreak }) => mustBreak.includes(rule))
        .map((mutant) => async () => ((await judgeByMustBreak({ ...mutant, mustBreak: [rule] })).length > 0 ? [mutant.id] : []))
    : casesOf(variations)
        .filter(({ rules: kept }) => kept.includes(rule))
        .map((one) => async () => ((await judgeVariation({ ...one, rules: [rule] }, 'quick')).failures.length > 0 ? [one.title] : []));

for (const judge of judgements) for (const wrong of await judge()) process.stdout.write(`${wrong}\n`);
process.exit(0);
