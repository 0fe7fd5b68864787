import { typeFiredBy } from '../../api/event-names.ts';
import type { OperationId } from '../../generated/operations.ts';
import { resources } from '../../generated/resources.ts';
import { isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Company } from '../../model/target.ts';
import type { Webhook } from '../../model/webhook.ts';
import { eachArriving } from '../../wait/arrives.ts';
import { asOtherUser } from '../as-other-user.ts';
import { isAboutId, toldId } from '../deliveries/about-object.ts';
import { arrivalsAt } from '../deliveries/arrivals.ts';
import { newObjectAfter, ownObject } from '../operations/available-object.ts';
import { type OperationCase, operationCases } from '../operations/operation-case.ts';

/** What the target's other user did with an object that the run's own user created. */
export interface DoneByOther {
  readonly operation: OperationId;
  /** The type of its event. */
  readonly type: string;
  readonly hasArrived: () => boolean;
}

/**
 * Changes, deletes and acts on objects as the other user, once per operation, and waits for events of the types that the webhook has
 * received before. None below the standard budget.
 */
export async function doneByOther(
  context: CheckContext,
  webhook: Webhook,
  types: readonly string[],
  company: Company,
): Promise<readonly DoneByOther[]> {
  const asOther = context.isQuick ? undefined : await asOtherUser(context);
  if (asOther === undefined) return [];
  const before = arrivalsAt(webhook);
  const done: DoneByOther[] = [];
  for (const one of operationCases(context, company)) {
    const { operation, effect } = one;
    const type = typeFiredBy(operation, context.target);
    if (effect.kind === 'create' || type === undefined || !types.includes(type)) continue;
    const resource = resources[effect.of ?? effect.resource];
    // An event that does not name its object cannot be noticed as missing.
    if (!before.some(({ evento }) => evento.type === type && toldId(context, resource, evento) !== undefined)) continue;
    const id = await context.part(`${operation} by another user`, async () => {
      const object = await objectFor(context, one);
      return isSuccess(await context.send(asOther((await one.callFor(object)).call))) ? object.id : undefined;
    });
    if (id === undefined) continue;
    const hasArrived = (): boolean =>
      arrivalsAt(webhook).some(({ evento }) => evento.type === type && isAboutId(context, resource, id, evento));
    done.push({ operation, type, hasArrived });
  }
  await eachArriving(context, webhook, () => done.every(({ hasArrived }) => hasArrived()));
  return done;
}

async function objectFor(context: CheckContext, { effect, company }: OperationCase): ReturnType<typeof ownObject> {
  const { after, of = effect.resource } = effect;
  return after === undefined ? await ownObject(context, of, company) : await newObjectAfter(context, after, company);
}

/** Judges that what another user did fired the same event as for the run's own user. */
export function judgeDoneByOther(context: CheckContext, done: readonly DoneByOther[]): void {
  for (const { operation, type, hasArrived } of done) {
    context.judge(hasArrived(), {
      message: `${operation} must fire ${type} whichever user calls it.`,
      expected: type,
      actual: 'nothing',
    });
  }
}
