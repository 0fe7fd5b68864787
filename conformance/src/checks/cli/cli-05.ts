import fc from 'fast-check';
import type { OperationId } from '../../generated/operations.ts';
import { type Check, clientCheck } from '../../model/check.ts';
import type { ClientContext, ClientScenario } from '../../model/client-context.ts';
import { Skip } from '../../model/verdict.ts';
import { calls, isLogin } from '../../scenarios/clients/requests.ts';
import { every, expiryForEver, type RefusalForm, refusal, refusalForms } from '../../scenarios/clients/scripts.ts';

/** How often a client may authenticate for one operation, and how often it may try that operation with a refused token. */
const MOST_LOGINS = 2;
const MOST_TRIES = 3;

type Hopeless = 'the login is refused' | 'every token is refused' | 'no token is accepted any more';

const cases = [
  ['the login is refused', 'get-articolo', 'getArticolo'],
  ['the login is refused', 'create-anagrafica', 'createAnagrafica'],
  ['every token is refused', 'list-companies', 'listAzienda'],
  ['every token is refused', 'get-articolo', 'getArticolo'],
  ['every token is refused', 'create-anagrafica', 'createAnagrafica'],
  ['every token is refused', 'delete-webhook', 'deleteWebhook'],
  ['no token is accepted any more', 'get-articolo-other', 'getArticolo'],
  ['no token is accepted any more', 'update-webhook', 'updateWebhook'],
] as const satisfies readonly (readonly [Hopeless, ClientScenario, OperationId])[];

type Case = (typeof cases)[number];

/** CLI-05: if authenticating again does not help, the client stops with an error. */
export const cli05: Check<ClientContext> = clientCheck('CLI-05', { isolation: 'shared', weight: 3 }, async (context) => {
  for (const one of cases) await judgeHopeless(context, one, 'problem');
  const drawn = fc.record({ one: fc.constantFrom<Case>(...cases), form: fc.constantFrom(...refusalForms) });
  await context.forAll(drawn, 8, async ({ one, form }) => await judgeHopeless(context, one, form));
  if (context.judgements === 0) throw new Skip('nothing that the client sent was answered 401', 'no token was refused');
});

async function judgeHopeless(context: ClientContext, [what, scenario, operation]: Case, form: RefusalForm): Promise<void> {
  const refuse = refusal(what === 'the login is refused' ? 'authentication-failed' : 'token-invalid', form);
  const script =
    what === 'the login is refused'
      ? every('authenticate', 'a 401', refuse)
      : what === 'every token is refused'
        ? every(operation, 'a 401', refuse)
        : expiryForEver(operation, refuse);
  const execution = await context.execute({ scenario, script });
  const firstRefusal = execution.requests.find(({ status }) => status === 401);
  if (firstRefusal === undefined) return;
  const logins = execution.requests.filter(isLogin);
  // Logins before the first refusal are not part of a loop.
  const before = logins.filter(({ status, arrivedAt }) => status !== 401 && arrivedAt < firstRefusal.arrivedAt).length;
  const further = logins.length - before;
  const most = before > 0 ? MOST_LOGINS - 1 : MOST_LOGINS;
  const tries = calls(execution).filter((request) => request.operation === operation && request.status === 401).length;
  context.judgeExecution(execution, further <= most && tries <= MOST_TRIES, {
    message: `If ${what}, the client must stop instead of authenticating and retrying without end (${scenario}).`,
    expected: `at most ${most} authentications${before > 0 ? ' after the first refusal' : ''}, and at most ${MOST_TRIES} tries`,
    actual: `${further} authentications, and ${tries} tries`,
  });
  context.judgeExecution(execution, !execution.succeeded, {
    message: `If ${what}, the client must end in an error (${scenario}).`,
    expected: 'an exit status other than 0',
    actual: execution.ended,
  });
}
