import fc from 'fast-check';
import { webhookBody } from '../../api/webhook-body.ts';
import { isSuccess } from '../../http/answer.ts';
import { LostAnswer } from '../../http/driver.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Call } from '../../model/exchange.ts';
import { failingInARow } from '../../scenarios/refusals/failing-in-a-row.ts';
import { answeredOperations } from '../../scenarios/refusals/spoiled-operations.ts';
import { contactBody } from '../../scenarios/resources/contacts.ts';
import { malformedBody, malformedCall } from '../../scenarios/values/malformed.ts';

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
  // One after another, as the last of them may find nothing left of what the others took.
  for (const { operation, what, call, times } of await failingInARow(context))
    for (let time = 0; time < times; time += 1) await judgeSurvived(context, operation, call, what);
  const after = await context.sendJudged(control, '2xx');
  context.judge(isSuccess(after), { message: 'The service must answer the next request.', expected: '2xx', actual: String(after.status) });
});

/** A refusal by closing the connection is one too, as long as the next request is answered. */
async function judgeSurvived(context: CheckContext, operation: string, call: Call, what: string): Promise<void> {
  try {
    const { status } = await context.send(call);
    context.judge(status < 500 || status === 501, {
      message: `${operation} with ${what} must not break the service.`,
      expected: 'a status below 500',
      actual: String(status),
    });
  } catch (error) {
    if (!(error instanceof LostAnswer)) throw error;
    context.lostOnReuse = false;
    context.judge(true, { message: '', expected: '', actual: '' });
  }
}
