import fc from 'fast-check';
import type { Target } from '../../config/target.ts';
import { changeCharacter } from '../../probe/wrong-secret.ts';
import { type Check, exclusiveCheck } from '../../run/check.ts';
import type { Trial } from '../../run/trial.ts';
import { Inconclusive } from '../../run/verdict.ts';
import { type Answer, header } from '../../wire/answer.ts';

/** Wrong credentials, shown in a report by what is wrong with them: a nearly right password is no thing to print. */
interface Attempt {
  readonly what: string;
  readonly credentials: Target['credentials'];
  readonly [fc.toStringMethod]: () => string;
}

/** AUTH-02: a wrong user name or password answers 401 and no token. Alone, because a target may slow a user down after it. */
export const auth02: Check = exclusiveCheck('AUTH-02', async (trial) => {
  await trial.bench.session.newToken((call) => trial.send(call));
  const { credentials } = trial.target;
  const wrongUser = fc
    .uuid()
    .map((id) => attempt('an unknown user name', { ...credentials, userName: `${id}@${trial.bench.runName}.invalid` }));
  const wrongPassword = wrongPasswords(credentials.password).map((password) => attempt('a wrong password', { ...credentials, password }));
  let slowed = false;
  for (const wrong of [wrongUser, wrongPassword]) {
    await trial.forAll(wrong, 3, async (wrongAttempt) => {
      if (!slowed) slowed = await isSlowed(trial, wrongAttempt);
    });
  }
  if (trial.judgements === 0) throw new Inconclusive('the target answered 429 to the first attempts');
});

/** Whether the target slowed us down instead of judging the attempt, which it may. */
async function isSlowed(trial: Trial, { what, credentials }: Attempt): Promise<boolean> {
  const answer = await trial.sendOnce(trial.bench.session.authenticateCall(credentials));
  if (answer.status === 429) return true;
  judgeNoToken(trial, answer);
  trial.judge(answer.status === 401, {
    message: `authenticate with ${what} must be refused.`,
    expected: '401',
    actual: String(answer.status),
  });
  return false;
}

function attempt(what: string, credentials: Target['credentials']): Attempt {
  return { what, credentials, [fc.toStringMethod]: () => what };
}

export function judgeNoToken(trial: Trial, answer: Answer): void {
  const token = header(answer, 'X-Token') ?? '';
  trial.judge(token === '', { message: 'A refusal must carry no token.', expected: 'no X-Token header', actual: 'X-Token with a value' });
}

function wrongPasswords(right: string): fc.Arbitrary<string> {
  return fc.oneof(
    fc.nat({ max: Math.max(0, right.length - 1) }).map((position) => changeCharacter(right, position)),
    fc.constant(`${right}x`),
    fc.constant(right.slice(0, -1)).filter((text) => text !== ''),
  );
}
