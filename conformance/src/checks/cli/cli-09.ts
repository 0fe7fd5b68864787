import { type Check, clientCheck } from '../../model/check.ts';
import type { ClientContext, ClientScenario, Execution } from '../../model/client-context.ts';
import { Skip } from '../../model/verdict.ts';
import { acceptsKey, calls } from '../../scenarios/clients/requests.ts';

/** The same work again and again, some of it at the same time: keys must differ whatever a client makes them from. */
const rounds: readonly (readonly ClientScenario[])[] = [
  ['create-two', 'create-two'],
  ['create-anagrafica', 'update-webhook'],
  ['create-anagrafica'],
  ['update-webhook'],
];

/** CLI-09: no two operations share a key, in one execution or across all of them. */
export const cli09: Check<ClientContext> = clientCheck('CLI-09', { isolation: 'shared', weight: 2 }, async (context) => {
  const seen = new Map<string, Execution>();
  const times = Math.max(1, context.upTo(3));
  for (const together of Array.from({ length: times }, () => rounds).flat()) {
    // All of it is equal, so that a key derived from the request would repeat.
    const executions = await Promise.all(together.map((scenario) => context.execute({ scenario, nome: 'Bianchi S.p.A.' })));
    for (const execution of executions) judgeKeys(context, execution, seen);
  }
  if (context.judgements === 0) throw new Skip('the client sends no Idempotency-Key', 'no idempotency keys');
});

function judgeKeys(context: ClientContext, execution: Execution, seen: Map<string, Execution>): void {
  const { scenario, succeeded } = execution;
  const keyed = calls(execution).filter((request) => acceptsKey(request) && request.key !== undefined);
  const keys = new Set(keyed.flatMap(({ key }) => key ?? []));
  if (keys.size === 0) return;
  if (scenario === 'create-two' && succeeded && keyed.length >= 2)
    context.judgeExecution(execution, keys.size >= 2, {
      message: 'Two creations must have two keys, even with the same body (create-two).',
      expected: 'two keys',
      actual: 'one key',
    });
  for (const key of keys) {
    context.judgeExecution(execution, key.trim() !== '' && !seen.has(key), {
      message: `A key must be unique for each operation, across all executions of the client (${scenario}).`,
      expected: 'a key that was not used before',
      actual: key.trim() === '' ? 'an empty key' : `${key}, which ${seen.get(key)?.scenario} used in another execution`,
    });
    seen.set(key, execution);
  }
}
