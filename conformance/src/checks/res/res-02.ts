import { type Check, over } from '../../model/check.ts';
import { JUDGED } from '../../model/evidence.ts';
import { Inconclusive } from '../../model/verdict.ts';
import { type Deviation, Deviations } from '../../scenarios/record/deviations.ts';
import { callTheRest, replayTheRest } from '../../scenarios/record/uncalled.ts';

/** The most deviations that a failure names. */
const MOST_NAMED = 10;

/** RES-02: every answer has the body, the headers and the content type that the contract declares for its operation and status. */
export const res02: Check = over(
  'RES-02',
  1,
  ({ target }) => new Deviations(target),
  async (context, deviations) => {
    await callTheRest(context, deviations.judged);
    await replayTheRest(context, deviations.replayed);
    const { found } = deviations;
    const operations = new Set(found.map(({ operation }) => operation));
    context.judge(found.length === 0, {
      message: `Every answer must match the contract. Some answers of ${[...operations].join(', ')} do not.`,
      expected: 'the declared body, headers and content type',
      actual: named(found),
      about: { [JUDGED]: found[0]?.answer },
    });
    if (context.judgements === 0) throw new Inconclusive('no answer had a status that the contract declares');
  },
);

function named(found: readonly Deviation[]): string {
  const lines = found.slice(0, MOST_NAMED).map(({ operation, status, what, times }) => `${operation} ${status}: ${what} (${times} times)`);
  return [...lines, ...(found.length > MOST_NAMED ? [`and ${found.length - MOST_NAMED} more`] : [])].join('; ');
}
