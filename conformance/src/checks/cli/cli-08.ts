import fc from 'fast-check';
import { headerNames } from '../../api/header-names.ts';
import type { OperationId } from '../../generated/operations.ts';
import type { ProblemCode } from '../../generated/problems.ts';
import { type Check, clientCheck } from '../../model/check.ts';
import type { ClientContext, ClientScenario, SeenRequest } from '../../model/client-context.ts';
import { Inconclusive } from '../../model/verdict.ts';
import { asksTheSame, calls, sameHeader } from '../../scenarios/clients/requests.ts';
import { every, type RefusalForm, refusal, refusalForms } from '../../scenarios/clients/scripts.ts';

const refusals = [
  ['license-key-invalid', 'list-companies', 'listAzienda'],
  ['license-key-invalid', 'get-articolo', 'getArticolo'],
  ['license-key-invalid', 'get-articolo-other', 'getArticolo'],
  ['api-key-invalid', 'create-anagrafica', 'createAnagrafica'],
  ['license-key-invalid', 'update-webhook', 'updateWebhook'],
  ['api-key-invalid', 'delete-webhook', 'deleteWebhook'],
  ['idempotency-mismatch', 'create-anagrafica', 'createAnagrafica'],
  ['concurrency-conflict', 'update-webhook', 'updateWebhook'],
] as const satisfies readonly (readonly [ProblemCode, ClientScenario, OperationId])[];

type Refusal = (typeof refusals)[number];

/** CLI-08: 403 and 422 are final: the client does not repeat the request, and ends in an error. */
export const cli08: Check<ClientContext> = clientCheck('CLI-08', { isolation: 'shared', weight: 3 }, async (context) => {
  for (const one of refusals) await judgeRefusal(context, one, 'problem');
  const drawn = fc.record({ one: fc.constantFrom<Refusal>(...refusals), form: fc.constantFrom(...refusalForms) });
  await context.forAll(drawn, 10, async ({ one, form }) => await judgeRefusal(context, one, form));
  if (context.judgements === 0) throw new Inconclusive('the client sent nothing that could be refused');
});

async function judgeRefusal(context: ClientContext, [code, scenario, operation]: Refusal, form: RefusalForm): Promise<void> {
  const reaction = refusal(code, form);
  const { status } = reaction;
  // If the scenario reads two companies, only the second is refused.
  const otherOnly = scenario === 'get-articolo-other' ? '12' : undefined;
  const execution = await context.execute({ scenario, script: every(operation, `a ${status}`, reaction, otherOnly) });
  const all = calls(execution);
  const refused = all.filter((request) => request.status === status);
  if (refused.length === 0) return;
  const { apiKey, licenseKey } = headerNames(context.target.headerWord);
  // A request with another API key or license key is not the one that was refused.
  const isSame = (one: SeenRequest, other: SeenRequest): boolean =>
    asksTheSame(one, other) && sameHeader(one, other, apiKey) && sameHeader(one, other, licenseKey);
  const again = refused.find((request) => all.some((other) => other.arrivedAt > request.arrivedAt && isSame(other, request)));
  context.judgeExecution(execution, again === undefined, {
    message: `The client must not repeat ${operation} unchanged after a ${status} (${scenario}).`,
    expected: 'no second request with the same method, address, body and keys',
    actual: again === undefined ? '' : `${again.method} ${again.path} came again`,
  });
  context.judgeExecution(execution, !execution.succeeded, {
    message: `The client must end in an error if ${operation} is answered ${status} (${scenario}).`,
    expected: 'an exit status other than 0',
    actual: execution.ended,
  });
}
