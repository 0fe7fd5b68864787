import { isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { asOtherUser } from '../as-other-user.ts';
import { type PreparedOperation, preparedOperations } from './prepared-operation.ts';
import { type Alteration, judgeRefusals, type Refusal } from './refusal.ts';

/**
 * Judges the same refusals for the target's other user, in the company that both share: a user with one company must meet the same demands
 * as one with several. Judges nothing at a quick budget, or without such a user.
 */
export async function judgeAsOtherUser(
  context: CheckContext,
  refusal: Refusal,
  isBound: (operation: PreparedOperation) => boolean = () => true,
): Promise<void> {
  const [company] = context.target.companies;
  const asOther = await context.part('the refusals of another user', { from: 'standard' }, () => asOtherUser(context));
  if (asOther === undefined) return;
  // The control: with the license key, the other user is let in.
  const list = asOther((await context.api()).call('listAzienda', { company }));
  if (!isSuccess(await context.send(list))) return;
  const theirs = ({ what, apply, isShared }: Alteration): Alteration => ({
    ...(isShared && { isShared }),
    what: `${what} from another user`,
    apply: (call) => asOther(apply(call)),
  });
  await judgeRefusals(context, preparedOperations(context, company).filter(isBound), {
    status: refusal.status,
    alterations: refusal.alterations.map(theirs),
  });
}
