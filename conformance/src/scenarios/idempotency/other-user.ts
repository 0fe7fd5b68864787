import { isReplayed, isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Answer } from '../../model/exchange.ts';
import { asOtherUser } from '../as-other-user.ts';
import type { Creation, Draft } from './creation.ts';
import { type ExpectedEffects, judgeReplay } from './keyed-case.ts';

/** How often both users send with one key at once. */
const ROUNDS = 4;

/** Sends a creation for one of the two users. */
type Sender = (draft: Draft, key?: string) => Promise<Answer>;

/**
 * Judges that a key of one user says nothing to another: each has a first request, a stored answer and a lock of their own (IDEM-16).
 * Where there is no other user, or that user cannot create anything, this part of the rule is left unjudged.
 */
export async function judgeIndependent(context: CheckContext, effects: ExpectedEffects, kinds: readonly Creation[]): Promise<void> {
  const { companies } = context.target;
  const contacts = kinds.find(({ kind, company }) => kind === 'contact' && company === companies[0]);
  const left = 'whether keys of different users are independent';
  const asOther = await asOtherUser(context);
  if (asOther === undefined) return context.leaveUnjudged(`${left}: set otherUser to another user of company ${companies[0].id}`);
  if (contacts === undefined) return context.leaveUnjudged(`${left}: the target creates no contacts in company ${companies[0].id}`);
  const own: Sender = async (draft, key) => context.sendJudged(await contacts.call(draft, key), '2xx');
  const others: Sender = async (draft, key) => context.sendJudged(asOther(await contacts.call(draft, key)), '2xx');
  // The control: without a key the other user may create what this one may.
  const control = await others(await contacts.draft());
  if (!isSuccess(control))
    return context.leaveUnjudged(`${left}: otherUser creates no contacts in company ${companies[0].id} (${control.status})`);
  await judgeInTurn(context, effects, contacts, [own, others]);
  await judgeInTurn(context, effects, contacts, [others, own]);
  for (let round = 0; round < context.upTo(ROUNDS); round += 1) await judgeAtOnce(context, effects, contacts, [own, others]);
}

/** One user after the other: with the same body, then each with another one; then both retry. */
async function judgeInTurn(
  context: CheckContext,
  effects: ExpectedEffects,
  contacts: Creation,
  [first, second]: readonly [Sender, Sender],
): Promise<void> {
  for (const sameBody of [true, false]) {
    const [draft, key] = [await contacts.draft(), context.freshKey()];
    const drafted = sameBody ? draft : await contacts.draft();
    const originals = [await first(draft, key), await second(drafted, key)] as const;
    for (const answer of originals) judgeExecuted(context, answer, `with ${sameBody ? 'the same' : 'another'} body`);
    judgeReplay(context, contacts, originals[0], await first(draft, key), 'The retry of the first of two users with one key');
    judgeReplay(context, contacts, originals[1], await second(drafted, key), 'The retry of the second of two users with one key');
    effects.expect(contacts, draft.mark, sameBody ? 2 : 1);
    if (!sameBody) effects.expect(contacts, drafted.mark, 1);
  }
}

async function judgeAtOnce(
  context: CheckContext,
  effects: ExpectedEffects,
  contacts: Creation,
  senders: readonly [Sender, Sender],
): Promise<void> {
  const [draft, key] = [await contacts.draft(), context.freshKey()];
  for (const answer of await Promise.all(senders.map((send) => send(draft, key)))) judgeExecuted(context, answer, 'at the same time');
  effects.expect(contacts, draft.mark, 2);
}

function judgeExecuted(context: CheckContext, answer: Answer, how: string): void {
  context.judge(isSuccess(answer) && !isReplayed(answer), {
    message: `The first request of each of two users with one key, ${how}, must be executed.`,
    expected: '2xx, not marked as replayed',
    actual: `${answer.status}${isReplayed(answer) ? ', marked as replayed' : ''}`,
  });
}
