import { type Check, clientCheck } from '../../model/check.ts';
import type { ClientContext, Execution } from '../../model/client-context.ts';
import type { ClientScenario } from '../../model/client-scenario.ts';
import { Skip } from '../../model/verdict.ts';
import { acceptsKey, calls } from '../../scenarios/clients/requests.ts';

/** The same work done again and again, some of it side by side: whatever a key is made of, it has to differ. */
const rounds: readonly (readonly ClientScenario[])[] = [
  ['create-two', 'create-two'],
  ['create-anagrafica', 'update-webhook'],
  ['create-anagrafica'],
  ['update-webhook'],
];

/** CLI-09: no two operations have one key, in one execution and over all of them. */
export const cli09: Check<ClientContext> = clientCheck('CLI-09', { isolation: 'shared', weight: 2 }, async (context) => {
  const seen = new Map<string, Execution>();
  const times = Math.max(1, context.upTo(3));
  for (const together of Array.from({ length: times }, () => rounds).flat()) {
    // The same in every respect: a key that is made of what is sent comes again.
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
      message: 'Two creations are two operations, even of the same body: each needs a key of its own (create-two).',
      expected: 'two keys',
      actual: 'one key',
    });
  for (const key of keys) {
    context.judgeExecution(execution, key.trim() !== '' && !seen.has(key), {
      message: `A key must be unique for each operation, over all executions of the client (${scenario}).`,
      expected: 'a key that was never used before',
      actual: key.trim() === '' ? 'an empty key' : `${key}, which ${seen.get(key)?.scenario} had in an earlier execution`,
    });
    seen.set(key, execution);
  }
}
