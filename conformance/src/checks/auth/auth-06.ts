import { setTimeout as sleep } from 'node:timers/promises';
import { RequestBuilder } from '../../api/requests.ts';
import { withHeader } from '../../http/call.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { Inconclusive, Skip } from '../../model/verdict.ts';
import { prepared, preparedOperations } from '../../scenarios/refusals/prepared-operation.ts';
import { trySome } from '../../scenarios/try-some.ts';

const HOUR_MS = 3_600_000;

/** "Well past a day", and short of any lifetime that deserves the name of several days. */
const AGE_MS = 30 * HOUR_MS;

/** After so long a token has ended that a later one ends, at the most; short enough that the others keep theirs. */
const GRACE_MS = HOUR_MS * 0.8;
/** How long the looks for that wait besides, in real time: a target may keep the earlier token for a while. */
const PAUSES_MS = [0, 300, 1_000, 3_000];

/** AUTH-06: a token stays valid well past a day, used or not, on every operation. */
export const auth06: Check = check('AUTH-06', { isolation: 'clock', weight: 1 }, async (context) => {
  const { session } = context.run;
  if (context.clock === undefined)
    throw new Skip('this takes more than a day: set controls.clock to move the target through it', 'no clock');
  const old = new RequestBuilder(context.target, await session.newToken((call) => context.send(call)));
  await context.prepare(old.call('listAzienda'));
  session.retire(old.token);
  await context.advance(AGE_MS);
  session.forget();
  await trySome(context, preparedOperations(context, context.target.companies[0]), async ({ operation, prepare }) => {
    const call = await prepared(prepare);
    if (call === undefined) return false;
    const answer = await context.sendJudged(withHeader(call, 'Authorization', `Bearer ${old.token}`), 'anything but 401');
    if (answer.status === 401 && (await isEndedByLater(context)))
      throw new Inconclusive('the target ends a token when its user authenticates again, as other rules need to: its age cannot be judged');
    const message = `${operation} must accept a token ${AGE_MS / HOUR_MS} hours after its issue.`;
    context.judge(answer.status !== 401, { message, expected: 'anything but 401', actual: '401' });
    return true;
  });
});

/** Whether of two tokens of one age the earlier is refused and the later is not, a while after: then it is not their age that ends them. */
async function isEndedByLater(context: CheckContext): Promise<boolean> {
  const { session } = context.run;
  if (session.isSingle) return true;
  const isAccepted = async (calls: RequestBuilder): Promise<boolean> => (await context.send(calls.call('listAzienda'))).status !== 401;
  for (const pauseMs of PAUSES_MS) {
    const earlier = new RequestBuilder(context.target, await session.newToken((call) => context.send(call)));
    const later = new RequestBuilder(context.target, await session.newToken((call) => context.send(call)));
    for (const { token } of [earlier, later]) session.retire(token);
    await context.advance(GRACE_MS);
    await context.idle(() => sleep(pauseMs));
    // Others may authenticate meanwhile, and end both.
    if (!(await isAccepted(earlier)) && (await isAccepted(later))) return true;
  }
  return false;
}
