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

/** Judges that the token which was read is still the current one after the object was read again: by its user and by another, alone and in lists (CONC-01). */
export async function judgeReadBetween(context: CheckContext, { operation, company, findObject }: OperationCase): Promise<void> {
  const asOther = await asOtherUser(context);
  const readers: readonly (readonly [who: string, as: (call: Call) => Call])[] = [
    ['its user', (call) => call],
    ...(asOther === undefined ? [] : [['another user', asOther] as const]),
  ];
  let object = await findObject();
  const { resource, id } = object;
  const api = await context.api();
  // The control: such a PUT is accepted while nobody reads.
  const control = await context.send(api.call(operation, { company, id, body: (await changeOf(context, object)).body }));
  if (!isSuccess(control)) throw new Inconclusive(`answered ${control.status}`);
  object = { ...object, shown: await shownNow(context, object) };
  const { list } = resources[resource.name].operations;
  const reads = [...readsOf(object).filter((read) => effects[read]?.after === undefined), ...(list === undefined ? [] : [list])];
  for (const [who, as] of [...readers, ...readers]) {
    const shown = await shownNow(context, object);
    const token = tokenOf({ resource, shown });
    if (shown === undefined || token === undefined || token === null) return;
    object = { ...object, shown };
    for (const read of reads.filter((one) => isServed(context, one)))
      await context.send(as(api.call(read, { company, ...(read !== list && { id }) })));
    const { body } = await changeOf(context, object);
    const answer = await context.sendJudged(api.call(operation, { company, id, body }), '2xx');
    context.judge(isSuccess(answer), {
      message: `${operation} with the current token must succeed, even after somebody else has read the object: ${who} did.`,
      expected: '2xx',
      actual: `${answer.status} under token ${token}`,
    });
  }
}
