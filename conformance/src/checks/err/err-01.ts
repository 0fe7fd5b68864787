import fc from 'fast-check';
import { webhookBody } from '../../api/webhook-body.ts';
import { isSuccess } from '../../http/answer.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { JUDGED } from '../../model/evidence.ts';
import type { Answer, Call, Cut } from '../../model/exchange.ts';
import { freshCall } from '../../scenarios/idempotency/keyed-use.ts';
import { boundOperations, operationCases } from '../../scenarios/operations/operation-case.ts';
import { actsOnBareReferences } from '../../scenarios/refusals/bare-references.ts';
import { failingInARow } from '../../scenarios/refusals/failing-in-a-row.ts';
import { answeredOperations } from '../../scenarios/refusals/spoiled-operations.ts';
import { answeredUntimely } from '../../scenarios/refusals/untimely.ts';
import { contactBody } from '../../scenarios/resources/contacts.ts';
import { malformedBody, malformedCall } from '../../scenarios/values/malformed.ts';
import { lookUntil } from '../../wait/look-until.ts';

/** Milliseconds after which the suite gives up each of several requests for a list that it sends at once. */
const GIVEN_UP: readonly Cut[] = Array.from({ length: 12 }, (_, index) => index % 4);

/** Malformed requests that are drawn. What breaks a single operation is sent to each. */
const RANDOM_TIMES = 20;

/** ERR-01: no request, however malformed, is answered 5xx or leaves the service unable to answer the next. */
export const err01: Check = check('ERR-01', { isolation: 'shared', weight: 4 }, async (context) => {
  const [company] = context.target.companies;
  const api = await context.api();
  const control = api.call('listAzienda');
  await context.prepare(control);
  const { url } = await context.run.webhooks.open(context.rule);
  const calls: readonly (() => Call)[] = [
    () => context.run.session.authenticateCall(),
    () => api.call('createAnagrafica', { company, body: contactBody(context, context.fresh()), key: context.freshKey() }),
    () => api.call('createWebhook', { company, body: webhookBody(company, url, context.fresh(), []) }),
    () => api.call('getArticolo', { company, id: '1' }),
    () => control,
  ];
  const malformed = fc.record({ call: fc.nat({ max: calls.length - 1 }), how: fc.oneof(malformedBody, malformedCall) });
  await context.forAll(malformed, RANDOM_TIMES, async ({ call, how }) => {
    const usual = calls[call]?.() ?? control;
    await judgeSurvived(context, usual.method, how.apply(usual), how.what);
  });
  const spoiled = (await answeredOperations(context)).flatMap(({ operation, answers }) => answers.map((one) => ({ operation, ...one })));
  for (const { operation, what, answer } of [...spoiled, ...(await answeredUntimely(context))])
    judgeAnswer(context, operation, answer, what);
  await context.part('valid requests on several objects', { from: 'standard' }, () => judgeUsual(context));
  // One after another: the earlier ones may use up something that the last one needs.
  for (const { operation, what, call, times } of await failingInARow(context))
    for (let time = 0; time < times; time += 1) await judgeSurvived(context, operation, call, what);
  for await (const { operation, what, call } of actsOnBareReferences(context)) await judgeSurvived(context, operation, call, what);
  await context.part('requests that the client gives up', { from: 'standard' }, () => judgeGivenUp(context, control));
  const after = await context.sendJudged(control, '2xx');
  context.judge(isSuccess(after), { message: 'The service must answer the next request.', expected: '2xx', actual: String(after.status) });
});

/** Acts, each on another object: what the first leaves behind may break the second. All rules make the other valid calls on many objects. */
async function judgeUsual(context: CheckContext): Promise<void> {
  for (const one of boundOperations(context)) {
    if (one.effect.kind !== 'act') continue;
    const usual = await context.part(one.operation, () => freshCall(context, one));
    if (usual !== undefined) await judgeSurvived(context, one.operation, usual.call, 'a valid request');
  }
}

/** Judges that requests for a list which the client gives up use up nothing that the next request needs. */
async function judgeGivenUp(context: CheckContext, control: Call): Promise<void> {
  for (const { operation, effect, prepare } of operationCases(context, context.target.companies[0])) {
    if (effect.kind !== 'list') continue;
    const { call } = await prepare();
    await Promise.all(GIVEN_UP.map((cut) => context.sendCut(call, cut)));
    // A request on an open connection may overtake them. Once this one is answered, the service has read them.
    await statusInTheEnd(context, control);
    const status = await statusInTheEnd(context, call);
    // The control: other requests are answered.
    await context.prepare(control);
    context.judge(status !== undefined && status < 500, {
      message: `${operation} must be answered after a client gave up ${GIVEN_UP.length} such requests at once.`,
      expected: 'a status below 500',
      actual: status === undefined ? 'no answer' : String(status),
    });
  }
}

/** The status once the service has noticed that the client gave up the others. Undefined if there is no answer. */
async function statusInTheEnd(context: CheckContext, call: Call): Promise<number | undefined> {
  let status: number | undefined;
  await lookUntil(context, async () => {
    status = (await context.sendOrLose(call))?.status;
    return status === undefined || status < 500;
  });
  return status;
}

/** A service may refuse by closing the connection, as long as it answers the next request. */
async function judgeSurvived(context: CheckContext, operation: string, call: Call, what: string): Promise<void> {
  judgeAnswer(context, operation, await context.sendOrLose(call), what);
}

function judgeAnswer(context: CheckContext, operation: string, answer: Answer | undefined, what: string): void {
  context.judge(answer === undefined || answer.status < 500 || answer.status === 501, {
    message: `${operation} with ${what} must not break the service.`,
    expected: 'a status below 500',
    actual: String(answer?.status),
    about: { [JUDGED]: answer },
  });
}
