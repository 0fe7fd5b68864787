import { headerNames } from '../../api/header-names.ts';
import { isSuccess } from '../../http/answer.ts';
import { withHeader } from '../../http/call.ts';
import { type Check, check } from '../../model/check.ts';
import type { Call } from '../../model/exchange.ts';
import { Inconclusive } from '../../model/verdict.ts';
import { prepared, preparedOperations } from '../../scenarios/refusals/prepared-operation.ts';
import { controlFails } from '../../scenarios/refusals/refusal.ts';
import { contactBody } from '../../scenarios/resources/contacts.ts';
import { isSparing } from '../../scenarios/sparingly.ts';
import { trySome } from '../../scenarios/try-some.ts';
import { applicationId, everyPrintable, extremeApplicationIds, longest } from '../../scenarios/values/texts.ts';

/** HDR-06: no value of the application id makes a request fail. */
export const hdr06: Check = check('HDR-06', { isolation: 'shared', weight: 2 }, async (context) => {
  const api = await context.api();
  const { applicationId: name } = headerNames(context.target.service.headerWord);
  const calls: Readonly<Record<string, () => Call>> = {
    authenticate: () => context.run.session.authenticateCall(),
    listAzienda: () => api.call('listAzienda'),
    listArticolo: () => api.call('listArticolo'),
    createAnagrafica: () => api.call('createAnagrafica', { body: contactBody(context, context.fresh()) }),
  };
  for (const [operation, call] of context.some(Object.entries(calls))) {
    // The control: an operation that refuses a plain id is not judged.
    const isControlled = operation !== 'createAnagrafica' || !isSparing(context);
    if (isControlled && !isSuccess(await context.send(call()))) continue;
    const judge = async (id: string): Promise<void> => {
      const answer = await context.sendJudged(withHeader(call(), name, id), '2xx');
      context.judge(isSuccess(answer), {
        message: `${operation} must accept any application id.`,
        expected: '2xx',
        actual: `${answer.status} with ${JSON.stringify(id)}`,
      });
    };
    await context.forAll(applicationId, 8, judge, extremeApplicationIds);
  }
  const [company] = context.target.companies;
  const others = preparedOperations(context, company).filter(({ operation }) => !Object.hasOwn(calls, operation));
  await trySome(context, others, async (candidate) => {
    let judged = false;
    for (const id of context.some([everyPrintable, longest])) {
      const call = await prepared(candidate.prepare);
      if (call === undefined) return judged;
      const answer = await context.sendJudged(withHeader(call, name, id), '2xx');
      // A usual id shows whether this one was the reason for the refusal.
      if (!isSuccess(answer) && (await controlFails(context, candidate)) !== undefined) return judged;
      context.judge(isSuccess(answer), {
        message: `${candidate.operation} must accept any application id.`,
        expected: '2xx',
        actual: `${answer.status} with ${JSON.stringify(id)}`,
      });
      judged = true;
    }
    return judged;
  });
  if (context.judgements === 0) throw new Inconclusive('no operation accepts its usual request');
});
