import fc from 'fast-check';
import { headerNames } from '../../api/header-names.ts';
import { isSuccess } from '../../http/answer.ts';
import { withHeader } from '../../http/call.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Answer, Call } from '../../model/exchange.ts';
import { Inconclusive } from '../../model/verdict.ts';
import { prepared, preparedOperations } from '../../scenarios/refusals/prepared-operation.ts';
import { controlFails } from '../../scenarios/refusals/refusal.ts';
import { contactBody } from '../../scenarios/resources/contacts.ts';
import { isSparing } from '../../scenarios/sparingly.ts';
import { trySome } from '../../scenarios/try-some.ts';
import { applicationId, extremeApplicationIds, worstApplicationId } from '../../scenarios/values/texts.ts';

/** A call that the target accepts with a usual application id. */
interface Place {
  readonly operation: string;
  readonly call: () => Call;
}

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
  const judge = async ({ operation, call }: Place, id: string): Promise<void> =>
    judgeAccepted(context, operation, id, await context.sendJudged(withHeader(call(), name, id), '2xx'));
  const places: Place[] = [];
  for (const [operation, call] of context.some(Object.entries(calls))) {
    // The control: an operation that refuses a plain id is not judged.
    const isControlled = operation !== 'createAnagrafica' || !isSparing(context);
    if (isControlled && !isSuccess(await context.send(call()))) continue;
    places.push({ operation, call });
  }
  const [place] = places;
  if (place !== undefined) {
    const anywhere = fc.record({ operation: fc.constantFrom(...places.map((one) => one.operation)), id: applicationId });
    const inTurn = extremeApplicationIds.map((id, index) => ({ operation: (places[index % places.length] ?? place).operation, id }));
    await context.forAll(
      anywhere,
      8,
      async ({ operation, id }) => await judge(places.find((one) => one.operation === operation) ?? place, id),
      inTurn,
    );
  }
  // After the drawn ones, whose failure shows the shortest id that is refused.
  for (const place of places) await judge(place, worstApplicationId);
  const [company] = context.target.companies;
  const others = preparedOperations(context, company).filter(({ operation }) => !Object.hasOwn(calls, operation));
  await trySome(context, others, async (candidate) => {
    const call = await prepared(candidate.prepare);
    if (call === undefined) return false;
    const answer = await context.sendJudged(withHeader(call, name, worstApplicationId), '2xx');
    // A usual id shows whether this one was the reason for the refusal.
    if (!isSuccess(answer) && (await controlFails(context, candidate)) !== undefined) return false;
    judgeAccepted(context, candidate.operation, worstApplicationId, answer);
    return true;
  });
  if (context.judgements === 0) throw new Inconclusive('no operation accepts its usual request');
});

function judgeAccepted(context: CheckContext, operation: string, id: string, answer: Answer): void {
  context.judge(isSuccess(answer), {
    message: `${operation} must accept any application id.`,
    expected: '2xx',
    actual: `${answer.status} with ${JSON.stringify(id)}`,
  });
}
