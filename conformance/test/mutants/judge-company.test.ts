import { describe, expect, it } from 'vitest';
import type { Mutant } from '../../mutants/mutant.ts';
import type { RuleId } from '../../src/generated/rules.ts';
import type { Outcome } from '../../src/model/verdict.ts';
import { type Company, judgeCompany } from './judge-company.ts';
import type { judgeMutant } from './judge-mutant.ts';

const named = (id: string): Mutant => ({ id, mustBreak: ['AUTH-01'] });
const [one, two, three, four, five] = ['one', 'two', 'three', 'four', 'five'].map(named) as [Mutant, Mutant, Mutant, Mutant, Mutant];

/** Judges those that are together by what the names of all of them come to; takes note of who was judged by what. */
async function judged(company: Company, outcomeOf: (names: readonly string[], rule: RuleId) => Outcome): Promise<[string[], string[]]> {
  const seen: string[] = [];
  const judge = async ({ id }: Mutant, rules: readonly RuleId[]): ReturnType<typeof judgeMutant> => {
    seen.push(`${id}: ${rules.join(' ')}`);
    return rules.map((rule) => ({ id: rule, outcome: outcomeOf(id.split(' + '), rule) }) as never);
  };
  const verdicts = await judgeCompany(company, ['HDR-01', 'HDR-02'], judge);
  return [verdicts.flatMap(({ rule, contradictions }) => contradictions.map(() => rule)), seen];
}

describe('a company of faulty services', () => {
  it('is judged as one where every rule could be judged and none fails', async () => {
    expect(await judged([one, two, three], () => 'pass')).toEqual([[], ['one + two + three: HDR-01 HDR-02']]);
  });

  it('is judged in halves by a rule that fails, until it is found who breaks it', async () => {
    const [contradicted, seen] = await judged([one, two, three, four, five], (names, rule) =>
      names.includes('four') && rule === 'HDR-02' ? 'fail' : 'pass',
    );
    expect(contradicted).toEqual(['HDR-02']);
    expect(seen).toEqual([
      'one + two + three + four + five: HDR-01 HDR-02',
      'one + two + three: HDR-02',
      'four + five: HDR-02',
      'four: HDR-02',
      'five: HDR-02',
    ]);
  });

  it('has nobody to blame for what only two of them break together', async () => {
    const [contradicted] = await judged([one, two, three, four], (names) =>
      names.includes('one') && names.includes('four') ? 'fail' : 'pass',
    );
    expect(contradicted).toEqual([]);
  });

  it('is judged in halves by a rule that could not be judged: what one hides of another is found', async () => {
    const outcomeOf = (names: readonly string[]): Outcome => {
      if (names.includes('two')) return 'inconclusive';
      return names.includes('three') ? 'fail' : 'pass';
    };
    const [contradicted] = await judged([one, two, three, four], outcomeOf);
    expect(contradicted).toEqual(['HDR-01', 'HDR-02']);
  });

  it('is not judged any closer by a rule that a single one leaves open', async () => {
    expect(await judged([one], () => 'inconclusive')).toEqual([[], ['one: HDR-01 HDR-02']]);
  });
});
