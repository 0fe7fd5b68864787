import { operations } from '../../generated/operations.ts';
import { withHeader } from '../../http/call.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Call } from '../../model/exchange.ts';
import type { Finding } from '../../model/verdict.ts';
import { asOtherUser } from '../../scenarios/as-other-user.ts';
import { ownOperations, prepared, preparedOperations } from '../../scenarios/refusals/prepared-operation.ts';
import { isAccepted } from '../../scenarios/refusals/refusal.ts';
import { isSparing } from '../../scenarios/sparingly.ts';
import { trySome } from '../../scenarios/try-some.ts';
import { changeCharacter } from '../../scenarios/values/wrong-secret.ts';

/** How often one token is used on one operation: use must not use it up. */
const USES = 3;

/** So many operations of each further company: the token belongs to the user, not to a company. */
const SHARE = 6;

/** Logins that are sent at once. */
const LOGINS = 3;

/** AUTH-03: the token is accepted as Bearer on every later request. */
export const auth03: Check = check('AUTH-03', { isolation: 'shared', weight: 2 }, async (context) => {
  const asOther = await context.part('the token of another user', { from: 'standard' }, () => asOtherUser(context));
  const [first] = context.target.companies;
  for (const company of context.target.companies) {
    // The other user may delete an object.
    const all = company === first && asOther ? ownOperations(context, company) : preparedOperations(context, company);
    const bound = company === first ? all : context.some(all, SHARE);
    await trySome(context, bound, async (candidate) => {
      const { operation, prepare, prepareRefused } = candidate;
      // One contact that cannot be deleted is enough.
      const staysForGood = operation === 'createAnagrafica' && isSparing(context);
      if (staysForGood && company !== first) return false;
      if (operations[operation].method !== 'GET' && (await isAccepted(candidate))) {
        // The control of every refusal has just used the token here.
        context.judge(true, refused(operation));
      } else {
        const call = await prepared(prepare);
        if (call === undefined) return false;
        const times = call.method === 'GET' && company === first ? USES : 1;
        for (let use = 0; use < times; use += 1) await judgeAccepted(context, operation, call);
      }
      // The other user may lack access to the object, or find it gone, but the token must be accepted.
      const theirs = company === first && asOther && !staysForGood ? await prepared(prepareRefused) : undefined;
      if (theirs !== undefined && asOther) await judgeAccepted(context, operation, asOther(theirs));
      return true;
    });
  }
  await context.part('logins that overlap', { from: 'standard' }, () => judgeTogether(context));
  if (asOther) await judgeAfterWrong(context);
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
  const answer = await context.sendJudged(call, 'anything but 401');
  context.judge(answer.status !== 401, refused(operation));
}

function refused(operation: string): Finding {
  return { message: `${operation} must accept a token that authenticate issued.`, expected: 'anything but 401', actual: '401' };
}
