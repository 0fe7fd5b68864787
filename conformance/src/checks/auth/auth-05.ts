import type { RequestBuilder } from '../../api/requests.ts';
import { TOKEN_LIFETIME_MS } from '../../generated/limits.ts';
import { isSuccess } from '../../http/answer.ts';
import { withHeader } from '../../http/call.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { Skip } from '../../model/verdict.ts';
import { ownToken } from '../../scenarios/own-token.ts';
import { preparedOperations } from '../../scenarios/refusals/prepared-operation.ts';
import { type Alteration, judgeRefusals } from '../../scenarios/refusals/refusal.ts';
import { whereItCan } from '../../scenarios/unless-refused.ts';
import { times } from '../../wait/times.ts';

/** Tokens that are followed until they expire, one after the other. The target may have issued the first one to an earlier login. */
const FOLLOWED = 2;

/** So many operations are tried again with the last token. */
const SHARE = 6;

/** AUTH-05: an expired token answers 401; authenticating again gives a new token that works. */
export const auth05: Check = check('AUTH-05', { isolation: 'clock', weight: 1 }, async (context) => {
  if (context.clock === undefined)
    throw new Skip('a token expires after days: set controls.clock to advance the clock of the target', 'no clock');
  let isJudgedEverywhere = false;
  let old = await ownToken(context);
  await context.part('a token that was used everywhere', { from: 'standard' }, () => useEverywhere(context, old));
  for (let followed = 0; followed < context.upTo(FOLLOWED); followed += 1) {
    if (followed > 0) {
      // A login before the expiry must not make the target hand out the old token after it.
      await context.advance(TOKEN_LIFETIME_MS / 2);
      await ownToken(context);
    }
    await context.advance(TOKEN_LIFETIME_MS / (followed > 0 ? 2 : 1) + times.afterExpiryMs);
    // The source does not say how long a token lasts: this one may last longer.
    const isExpired = (await context.send(old.call('listAzienda'))).status === 401;
    if (!isExpired) break;
    await judgeRenewal(context, old);
    if (followed === 0 && !context.isQuick) {
      await judgeRefused(context, old);
      isJudgedEverywhere = true;
    }
    old = await ownToken(context);
  }
  await useUntilEnd(context, old);
  await judgeRenewal(context, old);
  await judgeRefused(context, old, isJudgedEverywhere ? SHARE : undefined);
});

/** Uses the token on each operation before it expires: a target may remember that it was valid. AUTH-03 judges that it is accepted. */
async function useEverywhere(context: CheckContext, { token }: RequestBuilder): Promise<void> {
  for (const { one, prepare } of preparedOperations(context, context.target.companies[0])) {
    const call = one.staysForGood ? undefined : await whereItCan(prepare);
    if (call !== undefined) await context.send(withHeader(call, 'Authorization', `Bearer ${token}`));
  }
}

/** Keeps using the token for the longest lifetime that it may have: the token must expire however recently it was used. */
async function useUntilEnd(context: CheckContext, old: RequestBuilder): Promise<void> {
  const { tokenLifetimeAtMostMs } = context.target.controls;
  const stepMs = Math.min(TOKEN_LIFETIME_MS, tokenLifetimeAtMostMs / 2) / 2;
  let leftMs = tokenLifetimeAtMostMs;
  while (leftMs >= stepMs && isSuccess(await context.send(old.call('listAzienda')))) {
    await context.advance(stepMs, true);
    leftMs -= stepMs;
  }
  await context.advance(leftMs + times.afterExpiryMs, true);
}

async function judgeRenewal(context: CheckContext, old: RequestBuilder): Promise<void> {
  context.run.session.forget();
  const renewed = await context.api();
  const message = 'Authenticating again must give a new token.';
  context.judge(renewed.token !== old.token, { message, expected: 'another token', actual: 'the expired one' });
  const accepted = await context.sendJudged(renewed.call('listAzienda'), '2xx');
  context.judge(isSuccess(accepted), {
    message: 'listAzienda must accept the new token.',
    expected: '2xx',
    actual: String(accepted.status),
  });
}

async function judgeRefused(context: CheckContext, { token }: RequestBuilder, share?: number): Promise<void> {
  const expired: Alteration = { what: 'an expired token', apply: (call) => withHeader(call, 'Authorization', `Bearer ${token}`) };
  const operations = preparedOperations(context, context.target.companies[0]);
  await judgeRefusals(context, context.some(operations, share ?? operations.length), { status: 401, alterations: [expired] });
}
