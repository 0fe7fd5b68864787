import type { OperationId } from '../../generated/operations.ts';
import type { ProblemCode } from '../../generated/problems.ts';
import { type Check, clientCheck } from '../../model/check.ts';
import type { ClientContext, ClientScenario } from '../../model/client-context.ts';
import { Inconclusive } from '../../model/verdict.ts';
import { calls, firstRefused, isLogin } from '../../scenarios/clients/requests.ts';
import { expiry, first, refusal } from '../../scenarios/clients/scripts.ts';
import { times } from '../../wait/times.ts';

/** Milliseconds between the refusals of one token: all at once, or some of them after the client has a new token. */
const staggers = [0, 60];

/** Waits that a service asks for: within the deadline of the client, and far beyond it. */
const waits = [
  ['idempotency-in-progress', 'create-anagrafica', 'createAnagrafica', '1', 10_000],
  ['too-many-attempts', 'get-articolo', 'getArticolo', '1', 10_000],
  ['too-many-attempts', 'create-anagrafica', 'createAnagrafica', '2', 10_000],
  ['idempotency-in-progress', 'update-webhook', 'updateWebhook', '30', 1_200],
  ['too-many-attempts', 'get-articolo', 'getArticolo', '30', 1_200],
] as const satisfies readonly (readonly [ProblemCode, ClientScenario, OperationId, string, number])[];

/** CLI-11: one login for one expired token, Retry-After is honoured, and GET and DELETE carry no key. */
export const cli11: Check<ClientContext> = clientCheck('CLI-11', { isolation: 'shared', weight: 4 }, async (context) => {
  for (const stagger of staggers) await judgeLogins(context, stagger);
  for (const wait of waits) await judgeWait(context, wait);
  for (const scenario of ['update-webhook', 'delete-webhook', 'list-companies'] as const) await judgeKeys(context, scenario);
  if (context.judgements === 0) throw new Inconclusive('the client did nothing that this rule judges');
});

async function judgeLogins(context: ClientContext, stagger: number): Promise<void> {
  const refuse = (earlier: number): ReturnType<typeof refusal> => ({ ...refusal('token-invalid'), afterMs: earlier * stagger });
  const execution = await context.execute({ scenario: 'parallel-reads', script: expiry('getArticolo', refuse) });
  const refused = calls(execution).filter(({ status }) => status === 401);
  const [one] = refused;
  if (one === undefined) return;
  const logins = execution.requests.filter((request) => isLogin(request) && request.arrivedAt > one.arrivedAt).length;
  context.judgeExecution(execution, logins <= 1, {
    message: `The client must authenticate only once for ${refused.length} refusals of one expired token${stagger === 0 ? '' : ', one after the other'}.`,
    expected: 'at most one authenticate',
    actual: `${logins} of them`,
  });
}

async function judgeWait(context: ClientContext, [code, scenario, operation, seconds, deadlineMs]: (typeof waits)[number]): Promise<void> {
  const reaction = refusal(code, 'problem', { 'Retry-After': seconds });
  const { status } = reaction;
  const execution = await context.execute({
    scenario,
    deadlineMs,
    script: first(operation, `a ${status} with Retry-After: ${seconds}`, reaction),
  });
  const found = firstRefused(execution, operation, status);
  // A client may treat a 409 to a request without a key as final.
  if (found === undefined || (status === 409 && found.refused.key === undefined)) return;
  const { next, waitedMs } = found;
  context.judgeExecution(execution, next === undefined || waitedMs >= Number(seconds) * 1000 - times.timerOffMs, {
    message: `The client must keep to the Retry-After: ${seconds} of a ${status} (${scenario}, CONFORMANCE_DEADLINE_MS ${deadlineMs}).`,
    expected:
      Number(seconds) * 1000 > deadlineMs ? 'no repetition, since it may not begin before the deadline' : `a repetition after ${seconds} s`,
    actual: `a repetition after ${Math.floor(waitedMs)} ms`,
  });
}

async function judgeKeys(context: ClientContext, scenario: ClientScenario): Promise<void> {
  const execution = await context.execute({ scenario });
  for (const { method, key } of calls(execution).filter((request) => request.method === 'GET' || request.method === 'DELETE'))
    context.judgeExecution(execution, key === undefined, {
      message: `GET and DELETE must carry no Idempotency-Key, since they are idempotent by themselves (${scenario}).`,
      expected: 'no Idempotency-Key',
      actual: `${method} with the key ${key}`,
    });
}
