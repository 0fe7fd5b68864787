import { isServed } from '../../api/requests.ts';
import type { Resource } from '../../generated/resources.ts';
import { isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { asOtherUser } from '../as-other-user.ts';
import { remembered } from './as-it-was.ts';
import { canCreate, createShownObject } from './available-object.ts';
import { boundOperations } from './operation-case.ts';

/** Judges that another user who gets a 404 for an object cannot change it either (COMP-08). */
export async function judgeHiddenFromOther(context: CheckContext, resource: Resource): Promise<void> {
  const { read } = resource.operations;
  if (read === undefined || !isServed(context, read) || !canCreate(context, resource.name)) return;
  const asOther = await asOtherUser(context);
  if (asOther === undefined) return;
  const [company] = context.target.companies;
  const object = await createShownObject(context, resource.name, company);
  const difference = await remembered(context, object);
  const answer = await context.send(asOther((await context.api()).call(read, { company, id: object.id })));
  if (difference === undefined || answer.status !== 404) return;
  const own = boundOperations(context, company).filter(({ effect }) => (effect.of ?? effect.resource) === resource.name);
  for (const { operation, callFor } of own.filter(({ effect: { kind } }) => kind === 'update' || kind === 'delete' || kind === 'act')) {
    const refused = await context.sendJudged(asOther((await callFor(object)).call), 'a refusal');
    context.judge(!isSuccess(refused), {
      message: `${operation} must be refused to another user to whom ${read} answers 404.`,
      expected: '404, like the GET',
      actual: String(refused.status),
    });
  }
  const changed = await difference();
  context.judge(changed === undefined, {
    message: `An object of ${resource.name} that does not exist for another user must stay as it is when they try to change it.`,
    expected: 'the object as it was',
    actual: changed ?? '',
  });
}
