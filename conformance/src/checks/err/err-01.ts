import fc from 'fast-check';
import type { Trial } from '../../engine/trial.ts';
import { isSuccess } from '../../http/answer.ts';
import type { Call } from '../../http/call.ts';
import { LostAnswer } from '../../http/driver.ts';
import { type Check, check } from '../../model/check.ts';
import { contactBody } from '../../scenarios/resources/contacts.ts';
import { malformedBody, malformedCall } from '../../scenarios/values/malformed.ts';
import { webhookBody } from '../../scenarios/webhooks/webhooks.ts';

/** ERR-01: no request, however malformed, is answered 5xx or leaves the service unable to answer the next. */
export const err01: Check = check('ERR-01', async (trial) => {
  const [company] = trial.target.companies;
  const api = await trial.api();
  const control = api.call('listAzienda');
  await trial.prepare(control);
  const { url } = await trial.bench.webhooks.open(trial);
  const calls: readonly (() => Call)[] = [
    () => trial.bench.session.authenticateCall(),
    () => api.call('createAnagrafica', { company, body: contactBody(trial, trial.fresh()), key: trial.freshKey() }),
    () => api.call('createWebhook', { company, body: webhookBody(company, url, trial.fresh(), []) }),
    () => api.call('getArticolo', { company, id: '1' }),
    () => control,
  ];
  const malformed = fc.record({ call: fc.nat({ max: calls.length - 1 }), how: fc.oneof(malformedBody, malformedCall) });
  await trial.forAll(malformed, 120, async ({ call, how }) => {
    const usual = calls[call]?.() ?? control;
    await judgeSurvived(trial, how.apply(usual), how.what);
  });
  const after = await trial.sendJudged(control, '2xx');
  trial.judge(isSuccess(after), { message: 'The service must answer the next request.', expected: '2xx', actual: String(after.status) });
});

/** A refusal by closing the connection is one too, as long as the next request is answered. */
async function judgeSurvived(trial: Trial, call: Call, what: string): Promise<void> {
  try {
    const { status } = await trial.send(call);
    trial.judge(status < 500 || status === 501, {
      message: `${call.method} with ${what} must not break the service.`,
      expected: 'a status below 500',
      actual: String(status),
    });
  } catch (error) {
    if (!(error instanceof LostAnswer)) throw error;
    trial.lostOnReuse = false;
    trial.judge(true, { message: '', expected: '', actual: '' });
  }
}
