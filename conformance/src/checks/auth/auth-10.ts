import { header } from '../../http/answer.ts';
import { retryAfterMs } from '../../http/driver.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { JUDGED } from '../../model/evidence.ts';
import type { Answer, Call } from '../../model/exchange.ts';
import { preparedOperations } from '../../scenarios/refusals/prepared-operation.ts';
import { answerTo } from '../../scenarios/refusals/refusal.ts';
import { bareToken, noToken, tokenAndMore } from '../../scenarios/refusals/wrong-keys.ts';
import { trySome } from '../../scenarios/try-some.ts';
import { whereItCan } from '../../scenarios/unless-refused.ts';

/** Failed logins in a row within which the target must slow the user down. */
const MOST_ATTEMPTS = 60;

/** Failed logins that are sent at once, for each that the target let pass one after another. */
const AT_ONCE = 3;

/** AUTH-10: 401 carries WWW-Authenticate: Bearer; repeated failures for one user are slowed with 429 and Retry-After. */
export const auth10: Check = check('AUTH-10', { isolation: 'guessing', weight: 1 }, async (context) => {
  const { token } = await context.api();
  await trySome(context, preparedOperations(context, context.target.companies[0]), async ({ operation, prepareRefused }) => {
    const call = await whereItCan(prepareRefused);
    if (call === undefined) return false;
    for (const alteration of context.some([noToken, bareToken(token), tokenAndMore(token)])) {
      const refused = await answerTo(context, { call: await alteration.apply(call), alteration, status: 401 });
      const what = `${operation} with ${alteration.what}`;
      // AUTH-04 judges the status.
      if (refused.status === 401) judgeSaysHow(context, what, refused);
      else context.leaveUnjudged(`whether a 401 says how to authenticate: ${what} answers ${refused.status}`);
    }
    return true;
  });
  const free = await judgeSlowed(context, 'slowed');
  // Another user's right logins must not hide the failures.
  const meanwhile = (): Promise<Answer> => context.send(context.run.session.authenticateCall());
  await context.part('failures between right logins', { from: 'standard' }, () => judgeSlowed(context, 'slowed-too', meanwhile));
  await context.part('failures at once', { from: 'standard' }, () => judgeAtOnce(context, Math.min(AT_ONCE * free, MOST_ATTEMPTS)));
});

/** A login as a user that no other check tries. */
function guess(context: CheckContext, name: string): Call {
  return context.run.session.authenticateCall({ ...context.target.credentials, userName: `${context.run.runName}@${name}.invalid` });
}

/** Returns how many attempts passed before the first 429. */
async function judgeSlowed(context: CheckContext, name: string, meanwhile?: () => Promise<Answer>): Promise<number> {
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
    const answer = await context.sendOnce(guess(context, name));
    if (answer.status === 429) {
      context.judge(retryAfterMs(answer) !== undefined, {
        message: 'A 429 must say when to retry.',
        expected: 'a valid Retry-After header',
        actual: 'none, or one that is not valid',
      });
      return attempt;
    }
    if (answer.status === 401) judgeSaysHow(context, 'authenticate with wrong credentials', answer);
    // If the target slows the other user too, the attempts prove nothing more.
    if ((await meanwhile?.())?.status !== 429) continue;
    context.leaveUnjudged('whether failures of one user are slowed while another logs in: the target slows both');
    return attempt;
  }
  context.judge(false, {
    message: `Repeated failures for one user must be slowed${meanwhile === undefined ? '' : ', even if another user logs in between them'}.`,
    expected: `429 within ${MOST_ATTEMPTS} attempts`,
    actual: 'no 429',
  });
  return MOST_ATTEMPTS;
}

/** Failures must count even if they arrive at once. */
async function judgeAtOnce(context: CheckContext, count: number): Promise<void> {
  if (count === 0) return;
  const answers = await Promise.all(Array.from({ length: count }, () => context.sendOnce(guess(context, 'slowed-at-once'))));
  context.judge(
    answers.some(({ status }) => status === 429),
    {
      message: 'Repeated failures for one user must be slowed, even if they arrive at once.',
      expected: `429 among ${count} attempts`,
      actual: 'no 429',
    },
  );
}

function judgeSaysHow(context: CheckContext, what: string, refused: Answer): void {
  const challenge = header(refused, 'WWW-Authenticate') ?? '';
  context.judge(/^bearer\b/i.test(challenge), {
    message: `The 401 to ${what} must say how to authenticate.`,
    expected: 'WWW-Authenticate: Bearer',
    actual: challenge || 'no such header',
    about: { [JUDGED]: refused },
  });
}
