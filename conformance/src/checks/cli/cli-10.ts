import fc from 'fast-check';
import { INTEGER_MAX } from '../../generated/limits.ts';
import { type Check, clientCheck } from '../../model/check.ts';
import type { ClientContext } from '../../model/client-context.ts';
import { jsonIn, memberOf } from '../../model/json.ts';
import { Inconclusive } from '../../model/verdict.ts';
import { calls } from '../../scenarios/clients/requests.ts';

const anyToken = fc.oneof(fc.nat({ max: 100 }), fc.integer({ min: 0, max: 2 ** 32 + 10 }), fc.integer({ min: 2 ** 31, max: INTEGER_MAX }));

/** The ends of the range, and values that a 32-bit integer or a 32-bit float cannot hold. */
const examples = [0, INTEGER_MAX, 1, 2 ** 31, 2 ** 32 + 1, 16_777_217];

/** CLI-10: a PUT sends back exactly the ConcurrencyToken that was read. */
export const cli10: Check<ClientContext> = clientCheck('CLI-10', { isolation: 'shared', weight: 2 }, async (context) => {
  for (const token of examples) await judgeToken(context, token);
  await context.forAll(anyToken, 12, (token) => judgeToken(context, token));
});

async function judgeToken(context: ClientContext, concurrencyToken: number): Promise<void> {
  const execution = await context.execute({ scenario: 'update-webhook', concurrencyToken });
  const puts = calls(execution).filter(({ operation }) => operation === 'updateWebhook');
  if (puts.length === 0) throw new Inconclusive(`the client sends no PUT in update-webhook (${execution.ended})`);
  for (const { body } of puts) {
    const sent = memberOf(jsonIn(body), 'ConcurrencyToken');
    context.judgeExecution(execution, sent === concurrencyToken, {
      message: 'A PUT must send back exactly the ConcurrencyToken that was read.',
      expected: `"ConcurrencyToken": ${concurrencyToken}`,
      actual: sent === undefined ? 'no ConcurrencyToken' : `${typeof sent === 'string' ? 'the text ' : ''}${String(sent)}`,
    });
  }
}
