import { operations } from '../../generated/operations.ts';
import { withHeader } from '../../http/call.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Call } from '../../model/exchange.ts';
import { asOtherUser } from '../../scenarios/as-other-user.ts';
import { ownOperations, preparedOperations } from '../../scenarios/refusals/prepared-operation.ts';
import { usualStatus } from '../../scenarios/refusals/refusal.ts';
import { trySome } from '../../scenarios/try-some.ts';
import { whereItCan } from '../../scenarios/unless-refused.ts';
import { changeCharacter } from '../../scenarios/values/wrong-secret.ts';

const EXPECTED = 'anything but 401';

/** How often one token is used again on one operation: use must not use it up. */
const MORE_USES = 3;

/** So many operations of each further company: the token belongs to the user, not to a company. */
const SHARE = 6;

/** Logins that are sent at once. */
const LOGINS = 3;

/** AUTH-03: the token is accepted as Bearer on every later request. */
export const auth03: Check = check('AUTH-03', { isolation: 'shared', weight: 2 }, async (context) => {
  const [first] = context.target.companies;
  for (const company of context.target.companies) {
    const all = preparedOperations(context, company);
    const share = context.some(
      all.filter(({ one }) => !one.staysForGood),
      SHARE,
    );
    await trySome(context, company === first ? all : share, async (candidate) => {
      const { operation, prepare } = candidate;
      // The control of every refusal uses the token too. A read is repeated.
      const status = await usualStatus(context, candidate, EXPECTED);
      if (status !== undefined) judge(context, operation, status);
      const call = operations[operation].method === 'GET' && company === first ? await whereItCan(prepare) : undefined;
      for (let use = 0; call !== undefined && use < MORE_USES; use += 1) await judgeAccepted(context, operation, call);
      return status !== undefined;
    });
  }
  const asOther = await context.part('the token of another user', { from: 'standard' }, () => asOtherUser(context));
  if (asOther !== undefined) {
    await judgeAfterWrong(context);
    // The other user may lack access to an object, find it gone, or delete it.
    for (const { operation, one, prepareRefused } of ownOperations(context, first)) {
      const call = one.staysForGood ? undefined : await whereItCan(prepareRefused);
      if (call !== undefined) await judgeAccepted(context, operation, asOther(call));
    }
  }
  await context.part('logins that overlap', { from: 'standard' }, () => judgeTogether(context));
});

/** A failed login must not end the tokens of its user. */
async function judgeAfterWrong(context: CheckContext): Promise<void> {
  const { credentials, otherUser } = context.target;
  if (otherUser === undefined) return;
  // A new one: an older token may just have expired.
  const token = await context.run.session.newToken((one) => context.send(one), { ...credentials, ...otherUser });
  const list = (await context.api()).call('listAzienda', { company: context.target.companies[0] });
  const call = withHeader(list, 'Authorization', `Bearer ${token}`);
  await judgeAccepted(context, 'listAzienda', call);
  const wrong = { ...credentials, ...otherUser, password: changeCharacter(otherUser.password, 0) };
  await context.sendOnce(context.run.session.authenticateCall(wrong));
  await judgeAccepted(context, 'listAzienda after a login with a wrong password', call);
}

/** Logins of one user may overlap. Each of their tokens must work. */
async function judgeTogether(context: CheckContext): Promise<void> {
  const { session } = context.run;
  const tokens = await Promise.all(
    Array.from({ length: LOGINS }, () => session.newToken((call) => context.send(call), context.target.credentials)),
  );
  const call = (await context.api()).call('listAzienda', { company: context.target.companies[0] });
  for (const token of tokens) await judgeAccepted(context, 'listAzienda', withHeader(call, 'Authorization', `Bearer ${token}`));
}

async function judgeAccepted(context: CheckContext, operation: string, call: Call): Promise<void> {
  judge(context, operation, (await context.sendJudged(call, EXPECTED)).status);
}

function judge(context: CheckContext, operation: string, status: number): void {
  context.judge(status !== 401, {
    message: `${operation} must accept a token that authenticate issued.`,
    expected: EXPECTED,
    actual: '401',
  });
}
