import { createdId } from '../../api/identity.ts';
import { resources } from '../../generated/resources.ts';
import { isReplayed, isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { memberVariants, type Variant } from '../operations/declared-members.ts';
import type { OperationCase } from '../operations/operation-case.ts';

/**
 * Judges that two POSTs whose bodies differ in the name alone create two objects (IDEM-01): with all declared members, or with one more than needed
 * where the target does not take all together. Which of them no two objects may share is the target's choice.
 */
export async function judgeAlikeCreations(context: CheckContext, one: OperationCase): Promise<void> {
  for (const variant of memberVariants(one.operation, resources[one.effect.resource])) if (await judgeAlike(context, one, variant)) return;
}

/** Whether both were accepted. */
async function judgeAlike(
  context: CheckContext,
  { operation, effect, company, prepare }: OperationCase,
  variant: Variant,
): Promise<boolean> {
  const api = await context.api();
  const ids: (string | undefined)[] = [];
  for (let post = 0; post < 2; post += 1) {
    const { draft } = await prepare();
    const answer = await context.send(api.call(operation, { company, body: variant(draft?.body ?? {}) }));
    if (!isSuccess(answer)) return false;
    context.judge(!isReplayed(answer), {
      message: `A POST without a key (${operation}) must not be answered from the store.`,
      expected: 'no Idempotent-Replayed: true',
      actual: 'Idempotent-Replayed: true',
    });
    ids.push(createdId(answer, resources[effect.resource].setting));
  }
  judgeTwo(context, ids, `Two POSTs that are alike, but for a name (${operation}),`);
  return true;
}

/** Judges that equal POSTs create an object each while both are under way (IDEM-01), where the target takes them. */
export async function judgeAtOnce(context: CheckContext, { operation, effect, prepare }: OperationCase): Promise<void> {
  const { call } = await prepare();
  const answers = await Promise.all([context.send(call), context.send(call)]);
  if (!answers.every(isSuccess)) return;
  const ids = answers.map((answer) => createdId(answer, resources[effect.resource].setting));
  judgeTwo(context, ids, `Two equal POSTs without a key at once (${operation})`);
}

function judgeTwo(context: CheckContext, [id, other]: readonly (string | undefined)[], what: string): void {
  context.judge(id === undefined || id !== other, {
    message: `${what} must create two objects.`,
    expected: 'two ids',
    actual: `${id} twice`,
  });
}
