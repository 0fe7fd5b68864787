import { isServed } from '../../api/requests.ts';
import { effects, resources } from '../../generated/resources.ts';
import { isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Call } from '../../model/exchange.ts';
import { Inconclusive } from '../../model/verdict.ts';
import { asOtherUser } from '../as-other-user.ts';
import { changeOf, type OperationCase, tokenOf } from '../operations/operation-case.ts';
import { readsOf } from '../operations/reads-of.ts';
import { shownNow } from '../operations/stored-object.ts';

/** Judges that reading an object does not change its token (CONC-01): its user and another one read it, alone and in lists. */
export async function judgeReadBetween(context: CheckContext, { operation, company, findObject }: OperationCase): Promise<void> {
  const asOther = await asOtherUser(context);
  const readers: readonly (readonly [who: string, as: (call: Call) => Call])[] = [
    ['its user', (call) => call],
    ...(asOther === undefined ? [] : [['another user', asOther] as const]),
  ];
  let object = await findObject();
  const { resource, id } = object;
  const api = await context.api();
  // The control: such a PUT is accepted when nobody reads in between.
  const control = await context.send(api.call(operation, { company, id, body: (await changeOf(context, object)).body }));
  if (!isSuccess(control)) throw new Inconclusive(`answered ${control.status}`);
  object = { ...object, shown: await shownNow(context, object) };
  const { list } = resources[resource.name].operations;
  const reads = [...readsOf(object).filter((read) => effects[read]?.after === undefined), ...(list === undefined ? [] : [list])];
  for (const [who, as] of readers) {
    const shown = await shownNow(context, object);
    const token = tokenOf({ resource, shown });
    if (shown === undefined || token === undefined || token === null) return;
    object = { ...object, shown };
    for (const read of reads.filter((one) => isServed(context, one)))
      await context.send(as(api.call(read, { company, ...(read !== list && { id }) })));
    const { body } = await changeOf(context, object);
    const answer = await context.sendJudged(api.call(operation, { company, id, body }), '2xx');
    context.judge(isSuccess(answer), {
      message: `${operation} with the current token must succeed, even after ${who} has read the object again.`,
      expected: '2xx',
      actual: `${answer.status} with token ${token}`,
    });
  }
}
