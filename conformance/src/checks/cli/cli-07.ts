import fc from 'fast-check';
import { type Check, clientCheck } from '../../model/check.ts';
import type { ClientContext, Reaction } from '../../model/client-context.ts';
import { Skip } from '../../model/verdict.ts';
import { calls } from '../../scenarios/clients/requests.ts';
import { first, type KeyedScenario, keyedScenarios } from '../../scenarios/clients/scripts.ts';

/** How an answer is lost. */
interface Loss {
  readonly what: string;
  readonly reaction: Reaction;
  /** How long the client may try; undefined for as long as usual. */
  readonly deadlineMs?: number;
}

const losses: readonly [Loss, Loss, Loss, Loss] = [
  { what: 'a connection that ends before the effect', reaction: { cut: 'before the effect' } },
  { what: 'a connection that ends after the effect', reaction: { cut: 'after the effect' } },
  { what: 'a connection that ends in the middle of the answer', reaction: { cut: 'in the answer' } },
  { what: 'silence', reaction: { silentForMs: 2_500 }, deadlineMs: 1_500 },
];

interface Lost {
  readonly at: KeyedScenario;
  readonly loss: Loss;
  /** How many answers in a row. */
  readonly times: number;
}

const anyLost = fc.record({
  at: fc.constantFrom(...keyedScenarios),
  loss: fc.constantFrom(...losses),
  times: fc.constantFrom(1, 2),
});

const [creation, update] = keyedScenarios;
const [beforeIt, afterIt, inIt, silence] = losses;

const examples: readonly Lost[] = [
  { at: creation, loss: beforeIt, times: 1 },
  { at: creation, loss: afterIt, times: 2 },
  { at: update, loss: beforeIt, times: 2 },
  { at: update, loss: inIt, times: 1 },
  { at: creation, loss: silence, times: 1 },
];

/** CLI-07: after a lost connection, a POST or PUT is repeated with the same key and body, or not at all. */
export const cli07: Check<ClientContext> = clientCheck('CLI-07', { isolation: 'shared', weight: 3 }, async (context) => {
  for (const example of examples) await judgeLost(context, example);
  await context.forAll(anyLost, 8, (one) => judgeLost(context, one));
  if (context.judgements === 0)
    throw new Skip('the client repeats no POST and no PUT whose answer was lost', 'lost writes are not repeated');
});

async function judgeLost(context: ClientContext, { at: { scenario, operation }, loss, times }: Lost): Promise<void> {
  const { what, reaction, ...settings } = loss;
  const execution = await context.execute({ scenario, script: first(operation, what, reaction, times), ...settings });
  const all = calls(execution);
  const [lost] = all.filter((request) => request.operation === operation);
  if (lost === undefined) return;
  // A PUT after another GET is a new operation.
  const readAgain =
    all.find(({ method, arrivedAt }) => method === 'GET' && arrivedAt > lost.arrivedAt)?.arrivedAt ?? Number.POSITIVE_INFINITY;
  const repetitions = all.filter(
    (request) => request.operation === operation && request.arrivedAt > lost.arrivedAt && request.arrivedAt < readAgain,
  );
  for (const { key, body, path } of repetitions) {
    const sameKey = key !== undefined && key === lost.key;
    context.judgeExecution(execution, sameKey && body === lost.body && path === lost.path, {
      message: `After ${what}, ${operation} may have taken effect. The client must repeat it only with the same key and body (${scenario}).`,
      expected:
        lost.key === undefined ? 'no repetition, since the first request had no key' : 'the same key and the same body, or no repetition',
      actual: sameKey
        ? 'the same key, but another body or address'
        : key === undefined
          ? 'a repetition without a key'
          : 'a repetition with another key',
    });
  }
}
