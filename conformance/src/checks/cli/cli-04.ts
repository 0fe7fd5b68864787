import fc from 'fast-check';
import type { OperationId } from '../../generated/operations.ts';
import { type Check, clientCheck } from '../../model/check.ts';
import type { ClientContext, ClientScenario, Execution, SeenRequest } from '../../model/client-context.ts';
import { Skip } from '../../model/verdict.ts';
import { asksTheSame, calls, isLogin, isSuccess } from '../../scenarios/clients/requests.ts';
import { expiry, type RefusalForm, refusal, refusalForms } from '../../scenarios/clients/scripts.ts';

/** Scenarios that use a token more than once, with the operation before which it expires. */
const uses = [
  ['get-articolo-other', 'getArticolo'],
  ['create-two', 'createAnagrafica'],
  ['update-webhook', 'updateWebhook'],
  ['parallel-reads', 'getArticolo'],
] as const satisfies readonly (readonly [ClientScenario, OperationId])[];

type Use = (typeof uses)[number];

/** CLI-04: after a 401 to an accepted token, the client authenticates again and repeats the request with the same key. */
export const cli04: Check<ClientContext> = clientCheck('CLI-04', { isolation: 'shared', weight: 3 }, async (context) => {
  for (const use of uses) await judgeExpiry(context, use, 'problem');
  for (const form of refusalForms.slice(1)) await judgeExpiry(context, uses[1], form);
  const drawn = fc.record({ use: fc.constantFrom(...uses), form: fc.constantFrom(...refusalForms) });
  await context.forAll(drawn, 8, async ({ use, form }) => await judgeExpiry(context, use, form));
  if (context.judgements === 0) throw new Skip('the client never uses a token twice, so that none can expire', 'every token is used once');
});

async function judgeExpiry(context: ClientContext, [scenario, operation]: Use, form: RefusalForm): Promise<void> {
  const script = expiry(operation, () => refusal('token-invalid', form, { 'WWW-Authenticate': 'Bearer error="invalid_token"' }));
  const execution = await context.execute({ scenario, script });
  const refused = calls(execution).filter(({ status }) => status === 401);
  if (refused.length === 0) return;
  if (!refused.every((request) => repetitionsOf(execution, request).some(keepsKeyOf(request))) || !execution.succeeded)
    await context.control(scenario);
  for (const request of refused) judgeRepetition(context, execution, request);
  const { length } = calls(execution).filter((request) => request.operation === operation && isSuccess(request));
  const goal = { 'parallel-reads': 11, 'create-two': 2, 'get-articolo-other': 2, 'update-webhook': 1 }[scenario];
  context.judgeExecution(execution, length >= goal && execution.succeeded, {
    message: `The client must repeat each request that failed because of the expired token, and succeed (${scenario}).`,
    expected: `${goal} successful ${operation} and exit status 0`,
    actual: `${length} successful, and ${execution.ended}`,
  });
}

function judgeRepetition(context: ClientContext, execution: Execution, request: SeenRequest): void {
  const { requests, scenario } = execution;
  const later = requests.filter(({ arrivedAt }) => arrivedAt > request.arrivedAt);
  const refusedAt = requests.find(({ status, token }) => status === 401 && token === request.token)?.answeredAt ?? 0;
  context.judgeExecution(
    execution,
    requests.some((other) => isLogin(other) && other.arrivedAt >= refusedAt),
    {
      message: `The client must authenticate again after a 401 to a token that was accepted before (${scenario}).`,
      expected: 'another authenticate',
      actual: later.map(({ method, path }) => `${method} ${path}`).join(', ') || `no other request, and ${execution.ended}`,
    },
  );
  const repetitions = repetitionsOf(execution, request);
  const keyed = request.key === undefined ? '' : ', with the same Idempotency-Key';
  context.judgeExecution(execution, repetitions.some(keepsKeyOf(request)), {
    message: `The client must repeat the request that failed because of the expired token${keyed} (${scenario}).`,
    expected: `${request.method} ${request.path} with the new token${keyed}`,
    actual:
      repetitions.length === 0
        ? 'no such request'
        : `the same request with ${repetitions[0]?.key === undefined ? 'no key' : 'another key'}`,
  });
}

/** The same request under a new token. */
function repetitionsOf({ requests }: Execution, request: SeenRequest): readonly SeenRequest[] {
  const isLater = ({ arrivedAt, token }: SeenRequest): boolean => arrivedAt > request.arrivedAt && token !== request.token;
  return requests.filter((other) => isLater(other) && asksTheSame(other, request));
}

function keepsKeyOf(request: SeenRequest): (other: SeenRequest) => boolean {
  return ({ key }) => request.key === undefined || key === request.key;
}
