import fc from 'fast-check';
import { CONFLICT_WAIT_MIN_MS } from '../../generated/limits.ts';
import { type Check, clientCheck } from '../../model/check.ts';
import type { ClientContext } from '../../model/client-context.ts';
import { Skip } from '../../model/verdict.ts';
import { asksTheSame, firstRefused } from '../../scenarios/clients/requests.ts';
import { first, type KeyedScenario, keyedScenarios, type RefusalForm, refusal, refusalForms } from '../../scenarios/clients/scripts.ts';
import { times } from '../../wait/times.ts';

interface Conflict {
  readonly at: KeyedScenario;
  readonly form: RefusalForm;
  /** In seconds. Undefined for no such header. */
  readonly retryAfter: string | undefined;
}

const [creation, update] = keyedScenarios;

const examples: readonly Conflict[] = [
  { at: creation, form: 'problem', retryAfter: undefined },
  { at: update, form: 'problem', retryAfter: undefined },
  { at: creation, form: 'problem', retryAfter: '1' },
  { at: update, form: 'empty', retryAfter: '0' },
  { at: creation, form: 'empty', retryAfter: undefined },
];

const anyConflict = fc.record({
  at: fc.constantFrom(...keyedScenarios),
  form: fc.constantFrom(...refusalForms),
  retryAfter: fc.constantFrom(undefined, '0', '1', '2'),
});

/** CLI-06: on 409 the client waits and sends the same request with the same key. */
export const cli06: Check<ClientContext> = clientCheck('CLI-06', { isolation: 'shared', weight: 3 }, async (context) => {
  for (const example of examples) await judgeConflict(context, example);
  await context.forAll(anyConflict, 8, (one) => judgeConflict(context, one));
  if (context.judgements === 0) throw new Skip('the client sends no Idempotency-Key', 'no idempotency keys');
});

async function judgeConflict(context: ClientContext, { at: { scenario, operation }, form, retryAfter }: Conflict): Promise<void> {
  const headers: Readonly<Record<string, string>> = retryAfter === undefined ? {} : { 'Retry-After': retryAfter };
  const conflict = first(operation, 'a 409', refusal('idempotency-in-progress', form, headers));
  const script = {
    ...conflict,
    react: ((request, before) => (request.key === undefined ? undefined : conflict.react(request, before))) satisfies typeof conflict.react,
  };
  const execution = await context.execute({ scenario, script });
  const found = firstRefused(execution, operation, 409);
  if (found === undefined) return;
  const { refused, next, waitedMs } = found;
  if (next === undefined || !execution.succeeded) await context.control(scenario);
  const after = `After a 409 ${retryAfter === undefined ? 'without Retry-After' : `with Retry-After: ${retryAfter}`} to a request with a key, the client must`;
  context.judgeExecution(execution, next !== undefined && asksTheSame(next, refused) && next.key === refused.key, {
    message: `${after} repeat the request unchanged, with the same key (${scenario}).`,
    expected: `${refused.method} ${refused.path} with the same key and the same body`,
    actual:
      next === undefined ? `no such request, and ${execution.ended}` : differenceOf(next.key === refused.key, next.body === refused.body),
  });
  const mustWaitMs = retryAfter === '0' ? 0 : CONFLICT_WAIT_MIN_MS;
  context.judgeExecution(execution, waitedMs >= mustWaitMs - times.timerOffMs, {
    message: `${after} wait before it repeats the request (${scenario}).`,
    expected: `at least ${mustWaitMs} ms`,
    actual: `${Math.floor(waitedMs)} ms`,
  });
  context.judgeExecution(execution, execution.succeeded, {
    message: `${after} report the success that followed (${scenario}).`,
    expected: 'exit status 0',
    actual: execution.ended,
  });
}

function differenceOf(sameKey: boolean, sameBody: boolean): string {
  if (!sameKey) return 'a request with another key';
  return sameBody ? 'a request to another address' : 'a request with another body';
}
