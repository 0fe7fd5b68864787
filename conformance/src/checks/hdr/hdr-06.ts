import { headerNames } from '../../api/header-names.ts';
import { isSuccess } from '../../http/answer.ts';
import { type Call, withHeader } from '../../http/call.ts';
import { type Check, check } from '../../model/check.ts';
import { Inconclusive } from '../../model/verdict.ts';
import { probes } from '../../scenarios/refusals/probe.ts';
import { controlFails, trySome } from '../../scenarios/refusals/refusal.ts';
import { contactBody } from '../../scenarios/resources/contacts.ts';
import { applicationId, everyPrintable, extremeApplicationIds } from '../../scenarios/values/texts.ts';

/** HDR-06: no value of the application id makes a request fail. */
export const hdr06: Check = check('HDR-06', async (trial) => {
  const api = await trial.api();
  const { applicationId: name } = headerNames(trial.target.service.headerWord);
  const calls: Readonly<Record<string, () => Call>> = {
    authenticate: () => trial.bench.session.authenticateCall(),
    listAzienda: () => api.call('listAzienda'),
    listArticolo: () => api.call('listArticolo'),
    createAnagrafica: () => api.call('createAnagrafica', { body: contactBody(trial, trial.fresh()) }),
  };
  for (const [operation, call] of Object.entries(calls)) {
    // The control: what is not accepted under a plain id is not judged.
    if (!isSuccess(await trial.send(call()))) continue;
    const judge = async (id: string): Promise<void> => {
      const answer = await trial.sendJudged(withHeader(call(), name, id), '2xx');
      trial.judge(isSuccess(answer), {
        message: `${operation} must accept any application id.`,
        expected: '2xx',
        actual: `${answer.status} with ${JSON.stringify(id)}`,
      });
    };
    await trial.forAll(applicationId, 8, judge, extremeApplicationIds);
  }
  const [company] = trial.target.companies;
  const others = probes(trial, company).filter(({ operation }) => !Object.hasOwn(calls, operation));
  await trySome(trial, others, async (probe) => {
    if ((await controlFails(trial, probe)) !== undefined) return false;
    const answer = await trial.sendJudged(withHeader(await probe.prepare(), name, everyPrintable), '2xx');
    trial.judge(isSuccess(answer), {
      message: `${probe.operation} must accept any application id.`,
      expected: '2xx',
      actual: `${answer.status} with ${JSON.stringify(everyPrintable)}`,
    });
    return true;
  });
  if (trial.judgements === 0) throw new Inconclusive('no operation accepts the request that should be accepted');
});
