import fc from 'fast-check';
import { webhookBody } from '../../api/webhook-body.ts';
import { isSuccess } from '../../http/answer.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Call, Cut } from '../../model/exchange.ts';
import { freshCall } from '../../scenarios/idempotency/keyed-use.ts';
import { boundOperations, operationCases } from '../../scenarios/operations/operation-case.ts';
import { actsOnBareReferences } from '../../scenarios/refusals/bare-references.ts';
import { failingInARow } from '../../scenarios/refusals/failing-in-a-row.ts';
import { lesseningCalls } from '../../scenarios/refusals/lessening.ts';
import { oddPuts } from '../../scenarios/refusals/odd-puts.ts';
import { answeredOperations } from '../../scenarios/refusals/spoiled-operations.ts';
import { untimelyCalls } from '../../scenarios/refusals/untimely.ts';
import { contactBody } from '../../scenarios/resources/contacts.ts';
import { unlessAbsent } from '../../scenarios/unless-absent.ts';
import { malformedBody, malformedCall } from '../../scenarios/values/malformed.ts';
import { lookUntil } from '../../wait/look-until.ts';

/** How soon a list is given up, in milliseconds after it was asked for, for each of several at once. */
const GIVEN_UP: readonly Cut[] = Array.from({ length: 12 }, (_, index) => index % 4);

/** How often each operation is called as it should be. */
const USUAL_TIMES = 2;

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
  await context.forAll(malformed, 80, async ({ call, how }) => {
    const usual = calls[call]?.() ?? control;
    await judgeSurvived(context, usual.method, how.apply(usual), how.what);
  });
  for (const { operation, answers } of await answeredOperations(context)) {
    for (const { what, call, answer } of answers) {
      const breaks = answer !== undefined && answer.status >= 500 && answer.status !== 501;
      // Sent again, so that the report shows it.
      if (breaks) await judgeSurvived(context, operation, call, what);
      else context.judge(true, { message: '', expected: '', actual: '' });
    }
  }
  await judgeUsual(context);
  // One after another, as the last of them may find nothing left of what the others took.
  for (const { operation, what, call, times } of await failingInARow(context))
    for (let time = 0; time < times; time += 1) await judgeSurvived(context, operation, call, what);
  for await (const { operation, what, call } of actsOnBareReferences(context)) await judgeSurvived(context, operation, call, what);
  for await (const { operation, what, call } of lesseningCalls(context)) await judgeSurvived(context, operation, call, what);
  for await (const { operation, what, call } of oddPuts(context)) await judgeSurvived(context, operation, call, what);
  for await (const { operation, what, call } of untimelyCalls(context)) await judgeSurvived(context, operation, call, what);
  if (!context.isQuick) await judgeGivenUp(context, control);
  const after = await context.sendJudged(control, '2xx');
  context.judge(isSuccess(after), { message: 'The service must answer the next request.', expected: '2xx', actual: String(after.status) });
});

/** What nothing is wrong with, each time on another object: the second may meet what the first has left. None below the standard budget. */
async function judgeUsual(context: CheckContext): Promise<void> {
  for (const one of context.isQuick ? [] : boundOperations(context))
    for (let time = 0; time < USUAL_TIMES; time += 1) {
      const usual = await unlessAbsent(context, one.operation, async () => await freshCall(context, one));
      if (usual !== undefined) await judgeSurvived(context, one.operation, usual.call, 'nothing wrong with it');
    }
}

/** Many lists at once that nobody waits for take nothing that the next one needs. */
async function judgeGivenUp(context: CheckContext, control: Call): Promise<void> {
  for (const { operation, effect, prepare } of operationCases(context, context.target.companies[0])) {
    if (effect.kind !== 'list') continue;
    const { call } = await prepare();
    await Promise.all(GIVEN_UP.map((cut) => context.sendCut(call, cut)));
    // On a connection that is open already a request overtakes them: once this one is answered, they have been read.
    await statusInTheEnd(context, control);
    const status = await statusInTheEnd(context, call);
    // The control: other requests are answered.
    await context.prepare(control);
    context.judge(status !== undefined && status < 500, {
      message: `${operation} must be answered after ${GIVEN_UP.length} at once that were given up.`,
      expected: 'a status below 500',
      actual: status === undefined ? 'no answer' : String(status),
    });
  }
}

/** What is answered once the service has come to know that the others were given up; undefined if nothing is. */
async function statusInTheEnd(context: CheckContext, call: Call): Promise<number | undefined> {
  let status: number | undefined;
  await lookUntil(context, async () => {
    status = (await context.sendOrLose(call))?.status;
    return status === undefined || status < 500;
  });
  return status;
}

/** A refusal by closing the connection is one too, as long as the next request is answered. */
async function judgeSurvived(context: CheckContext, operation: string, call: Call, what: string): Promise<void> {
  const answer = await context.sendOrLose(call);
  context.judge(answer === undefined || answer.status < 500 || answer.status === 501, {
    message: `${operation} with ${what} must not break the service.`,
    expected: 'a status below 500',
    actual: String(answer?.status),
  });
}
