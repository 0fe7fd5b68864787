import type { RequestBuilder } from '../../api/requests.ts';
import { withHeader } from '../../http/call.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Call } from '../../model/exchange.ts';
import { Skip } from '../../model/verdict.ts';
import { ownToken, unusedToken } from '../../scenarios/own-token.ts';
import { preparedOperations } from '../../scenarios/refusals/prepared-operation.ts';
import { trySome } from '../../scenarios/try-some.ts';
import { whereItCan } from '../../scenarios/unless-refused.ts';

const HOUR_MS = 3_600_000;

/** "Well past a day", and less than any lifetime that could be called several days. */
const AGE_MS = 30 * HOUR_MS;

/** Logins of the same user while a token lasts: some services limit how many tokens a user has at a time. */
const LATER_LOGINS = 12;

/** Later tokens that are followed, each issued when the one before has reached that age. The last outlives the first by days. */
const FOLLOWED = 3;

/** AUTH-06: a token stays valid well past a day, used or not, on every operation, however often its user authenticates again. */
export const auth06: Check = check('AUTH-06', { isolation: 'clock', weight: 1 }, async (context) => {
  const { session } = context.run;
  if (context.clock === undefined)
    throw new Skip('this takes more than a day: set controls.clock to advance the clock of the target', 'no clock');
  const [old, unused] = [await ownToken(context), await unusedToken(context)];
  await context.part('tokens beside later ones', { from: 'standard' }, () => judgeBesideLater(context, old));
  await context.advance(AGE_MS);
  session.forget();
  const aged = `accept a token ${AGE_MS / HOUR_MS} hours after its issue, even if`;
  await trySome(context, preparedOperations(context, context.target.companies[0]), async ({ operation, prepare }) => {
    const call = await whereItCan(prepare);
    if (call === undefined) return false;
    const again = withHeader(call, 'Authorization', `Bearer ${old.token}`);
    await judgeAccepted(context, again, `${operation} must ${aged} its user has authenticated again since.`);
    return true;
  });
  await judgeAccepted(context, unused.call('listAzienda'), `listAzienda must ${aged} it was not used until then.`);
  await context.part('later tokens', { from: 'standard' }, async () => {
    for (let followed = 0; followed < FOLLOWED; followed += 1) {
      const later = await ownToken(context);
      await context.advance(AGE_MS);
      await judgeAccepted(context, later.call('listAzienda'), `listAzienda must ${aged} its user already had another one.`);
    }
  });
  session.forget();
});

/** A later token must not end an earlier one of the same user. */
async function judgeBesideLater(context: CheckContext, old: RequestBuilder): Promise<void> {
  const { session } = context.run;
  // A service may remember a token that was used, and forget the others.
  const unused = await unusedToken(context);
  for (let login = 0; login < LATER_LOGINS; login += 1) session.retire(await session.newToken((call) => context.send(call)));
  const message = `A token must be accepted after its user has authenticated ${LATER_LOGINS} more times`;
  await judgeAccepted(context, old.call('listAzienda'), `${message}.`);
  await judgeAccepted(context, unused.call('listAzienda'), `${message}, even if it was not used before.`);
}

async function judgeAccepted(context: CheckContext, call: Call, message: string): Promise<void> {
  const { status } = await context.sendJudged(call, 'anything but 401');
  context.judge(status !== 401, { message, expected: 'anything but 401', actual: '401' });
}
