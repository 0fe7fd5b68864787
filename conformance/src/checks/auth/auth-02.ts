import fc from 'fast-check';
import type { Target } from '../../config/target.ts';
import { changeCharacter, nearlyRight } from '../../probe/wrong-secret.ts';
import { type Check, exclusiveCheck } from '../../run/check.ts';
import type { Trial } from '../../run/trial.ts';
import { Inconclusive } from '../../run/verdict.ts';
import { type Answer, header, isSuccess } from '../../wire/answer.ts';

/** Wrong credentials, shown in a report by what is wrong with them: a nearly right password is no thing to print. */
interface Attempt {
  readonly what: string;
  readonly credentials: Target['credentials'];
  readonly [fc.toStringMethod]: () => string;
}

/** AUTH-02: a wrong user name or password answers 401 and no token. Alone, because a target may slow a user down after it. */
export const auth02: Check = exclusiveCheck('AUTH-02', async (trial) => {
  const { credentials } = trial.target;
  const attempts = [
    ...wrongUserNames(credentials.userName, trial.bench.runName).map((userName) =>
      attempt('an unknown user name', { ...credentials, userName }),
    ),
    ...wrongPasswords(credentials.password).map((password) => attempt('a wrong password', { ...credentials, password })),
  ];
  let slowed = false;
  // Each once, in an order of the seed: a target may slow us down before the last.
  await trial.forAll(fc.shuffledSubarray(attempts, { minLength: attempts.length }), 1, async (order) => {
    for (const one of order) slowed = slowed || (await isSlowed(trial, one));
  });
  if (!slowed) await judgeEmptyPassword(trial);
  if (trial.judgements === 0) throw new Inconclusive('the target answered 429 to the first attempts');
});

/** Whether the target slows us down for longer than the suite waits, which it may; right credentials between are the control, and calm it. */
async function isSlowed(trial: Trial, { what, credentials }: Attempt): Promise<boolean> {
  const control = await trial.send(trial.bench.session.authenticateCall());
  if (control.status === 429) return true;
  if (!isSuccess(control)) throw new Inconclusive(`right credentials were answered ${control.status}`);
  trial.bench.session.tokens.add(header(control, 'X-Token') ?? '');
  const answer = await trial.send(trial.bench.session.authenticateCall(credentials));
  if (answer.status === 429) return true;
  judgeNoToken(trial, answer);
  const message = `authenticate with ${what} must be refused.`;
  trial.judge(answer.status === 401, { message, expected: '401', actual: String(answer.status) });
  return false;
}

/** An empty password may be refused as such, with another status; it must not let anybody in. */
async function judgeEmptyPassword(trial: Trial): Promise<void> {
  const answer = await trial.send(trial.bench.session.authenticateCall({ ...trial.target.credentials, password: '' }));
  judgeNoToken(trial, answer);
  const message = 'authenticate with an empty password must be refused.';
  trial.judge(!isSuccess(answer), { message, expected: 'a refusal', actual: String(answer.status) });
}

function attempt(what: string, credentials: Target['credentials']): Attempt {
  return { what, credentials, [fc.toStringMethod]: () => what };
}

export function judgeNoToken(trial: Trial, answer: Answer): void {
  const token = header(answer, 'X-Token') ?? '';
  trial.judge(token === '', { message: 'A refusal must carry no token.', expected: 'no X-Token header', actual: 'X-Token with a value' });
}

/** Nearly right passwords: cut, longer, with one letter changed, in the other case, or with an accent. */
function wrongPasswords(right: string): readonly string[] {
  const otherCase = right.replace(/[a-zA-Z]/, (letter) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()));
  const accented = right.replace(/[aeiou]/, (vowel) => `${vowel}\u0300`.normalize('NFC'));
  const wrong = [...nearlyRight(right), changeCharacter(right, 0), otherCase, accented];
  return [...new Set(wrong)].filter((password) => password !== right);
}

/** Names that nobody has, parts of one that somebody has among them. Their case is left alone: many services do not heed it. */
function wrongUserNames(right: string, runName: string): readonly string[] {
  const cut = [right.slice(0, -1), right.slice(0, Math.ceil(right.length / 2))].filter((name) => name !== '' && name !== right);
  return [...cut, `${right}x1y2`, `${runName}@nobody.invalid`];
}
