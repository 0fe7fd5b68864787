import fc from 'fast-check';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { Inconclusive } from '../../model/verdict.ts';
import { preparedOperations } from '../../scenarios/refusals/prepared-operation.ts';
import { controlFails } from '../../scenarios/refusals/refusal.ts';

/** COMP-08: an object that does not exist answers 404. */
export const comp08: Check = check('COMP-08', { isolation: 'shared', weight: 1 }, async (context) => {
  const api = await context.api();
  const absent = fc.record({
    operation: fc.constantFrom(...(await answering(context))),
    id: fc.integer({ min: 1_000_000_007, max: 2_000_000_011 }).map(String),
  });
  await context.forAll(absent, 9, async ({ operation, id }) => {
    const answer = await context.sendJudged(api.call(operation, { id }), '404');
    context.judge(answer.status === 404, {
      message: `${operation} of an object that does not exist must say so.`,
      expected: '404',
      actual: String(answer.status),
    });
  });
});

const operations = ['getArticolo', 'getAnagrafica', 'getWebhook'] as const;

/** The operations that answer an object which exists: the control. @throws Inconclusive where none does */
async function answering(context: CheckContext): Promise<readonly (typeof operations)[number][]> {
  const found: (typeof operations)[number][] = [];
  for (const operation of operations) {
    const prepared = preparedOperations(context, context.target.companies[0]).find((candidate) => candidate.operation === operation);
    const reason = prepared && (await controlFails(context, prepared));
    if (reason === undefined) found.push(operation);
    else context.leaveUnjudged(`${operation} of an object that exists: ${reason}`);
  }
  if (found.length === 0) throw new Inconclusive('no object that exists is answered');
  return found;
}
