import fc from 'fast-check';
import { header, isSuccess } from '../../http/answer.ts';
import { withHeader } from '../../http/call.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Answer } from '../../model/exchange.ts';
import { type JsonObject, writeJson } from '../../model/json.ts';
import { Inconclusive } from '../../model/verdict.ts';
import { changeCharacter, nearlyRight } from '../../scenarios/values/wrong-secret.ts';

/** Wrong credentials. A report names what is wrong with them, and never prints a nearly right password. */
interface LoginAttempt {
  readonly what: string;
  readonly body: JsonObject;
  /** Whether the body itself is invalid. The target may then refuse it with a status other than 401. */
  readonly unusable?: true;
}

/** Wrong logins between two right ones: few services slow a user down after so few. */
const WRONG_IN_A_ROW = 2;

/** AUTH-02: a wrong user name or password answers 401 and no token. Alone, because a target may slow a user down after it. */
export const auth02: Check = check('AUTH-02', { isolation: 'guessing', weight: 1 }, async (context) => {
  const { userName: UserName, password: Password } = context.target.credentials;
  const { otherUser } = context.target;
  const attempts: readonly LoginAttempt[] = [
    ...wrongUserNames(UserName, context.run.runName).map((wrong) => ({
      what: 'an unknown user name',
      body: { UserName: wrong, Password },
    })),
    ...wrongPasswords(Password, UserName).map((wrong) => ({ what: 'a wrong password', body: { UserName, Password: wrong } })),
    // Another user's password is wrong too, unless both users have the same one.
    ...(otherUser === undefined || otherUser.password === Password
      ? []
      : [{ what: 'the password of another user', body: { UserName, Password: otherUser.password } }]),
    { what: 'no password', body: { UserName }, unusable: true },
    { what: 'no user name', body: { Password }, unusable: true },
    ...['', null, true, { $ne: '' }].map((wrong) => ({
      what: `${JSON.stringify(wrong)} as the password`,
      body: { UserName, Password: wrong },
      unusable: true as const,
    })),
  ];
  const tried = [...context.some(attempts)];
  let slowed = false;
  const tryAll = async (order: readonly LoginAttempt[]): Promise<void> => {
    for (const [index, one] of order.entries()) {
      slowed ||= index % WRONG_IN_A_ROW === 0 && (await isSlowedForRight(context));
      slowed ||= await isSlowedFor(context, one);
    }
  };
  // Each once, in an order that the seed decides: a target may slow the suite down before the last.
  const orders = fc.shuffledSubarray(tried, { minLength: tried.length });
  await context.forAll(orders, 1, tryAll, [], (order) => order.map(({ what }) => what).join(', '));
  if (context.judgements === 0) throw new Inconclusive('the target answered 429 to the first attempts');
  if (slowed) return;
  await context.part('wrong credentials beside right ones', { from: 'standard' }, () => judgeBesideRight(context));
  await context.part('wrong credentials under a used key', { from: 'standard' }, () => judgeUnderKey(context));
});

/** Whether the target still answers 429 after the suite has waited, as it may. Right credentials are the control, and reset its count. */
async function isSlowedForRight(context: CheckContext): Promise<boolean> {
  const { session } = context.run;
  const control = await context.send(session.authenticateCall());
  if (control.status === 429) return true;
  if (!isSuccess(control)) throw new Inconclusive(`authenticate answered right credentials with ${control.status}`);
  session.tokens.add(header(control, 'X-Token') ?? '');
  return false;
}

/** Whether the target answers wrong credentials with 429. Judges any other answer. */
async function isSlowedFor(context: CheckContext, { what, body, unusable }: LoginAttempt): Promise<boolean> {
  const answer = await context.send({ ...context.run.session.authenticateCall(), body: writeJson(body) });
  if (answer.status === 429) return true;
  judgeNoToken(context, answer);
  // The target may have locked the user out. Then it refuses the right password too.
  if (!isSuccess(answer) && answer.status !== 401 && !unusable && (await isSlowedForRight(context))) return true;
  const message = `authenticate with ${what} must be refused.`;
  if (unusable) context.judge(!isSuccess(answer), { message, expected: 'a refusal', actual: String(answer.status) });
  else context.judge(answer.status === 401, { message, expected: '401', actual: String(answer.status) });
  return false;
}

/** Right logins that are sent just before a wrong one, and as many just after it. */
const BESIDE = 2;

/** How often they are sent: chance decides which login the target handles first, and which of them overlap. */
const ROUNDS = 3;

/** Judges that wrong credentials are refused while right ones are under way. */
async function judgeBesideRight(context: CheckContext): Promise<void> {
  const { session } = context.run;
  const rightful = session.authenticateCall();
  const wrong = { ...rightful, body: writeJson(wrongLogin(context)) };
  const right = Array.from({ length: BESIDE }, () => rightful);
  for (let round = 0; round < ROUNDS; round += 1) {
    const answers = await Promise.all([...right, wrong, ...right].map((call) => context.send(call)));
    for (const [index, answer] of answers.entries())
      if (index === BESIDE) judgeRefused(context, answer, 'with a wrong password while the same user logs in');
      else session.tokens.add(header(answer, 'X-Token') ?? '');
  }
}

/** A target may accept a key on authenticate. It must refuse wrong credentials even with the key of a right login. */
async function judgeUnderKey(context: CheckContext): Promise<void> {
  const { session } = context.run;
  const rightful = withHeader(session.authenticateCall(), 'Idempotency-Key', context.freshKey());
  const first = await context.send(rightful);
  session.tokens.add(header(first, 'X-Token') ?? '');
  if (!isSuccess(first)) return;
  const answer = await context.send({ ...rightful, body: writeJson(wrongLogin(context)) });
  judgeRefused(context, answer, 'with a wrong password and the key of a right login');
}

function wrongLogin({ target }: CheckContext): JsonObject {
  const { userName: UserName, password } = target.credentials;
  return { UserName, Password: changeCharacter(password, 0) };
}

/** Any refusal will do: the used key, or too many requests at once, may be the reason. */
function judgeRefused(context: CheckContext, answer: Answer, what: string): void {
  judgeNoToken(context, answer);
  context.judge(!isSuccess(answer), {
    message: `authenticate ${what} must be refused.`,
    expected: 'a refusal',
    actual: String(answer.status),
  });
}

export function judgeNoToken(context: CheckContext, answer: Answer): void {
  const token = header(answer, 'X-Token') ?? '';
  context.judge(token === '', {
    message: 'A login with wrong credentials or a wrong key must get no token.',
    expected: 'no X-Token header',
    actual: 'X-Token with a value',
  });
}

/** Nearly right passwords (shorter, longer, one character or its case changed, an accent, a space, another form) and plainly wrong ones. */
function wrongPasswords(right: string, userName: string): readonly string[] {
  const otherCase = right.replace(/[a-zA-Z]/, (letter) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()));
  const accented = right.replace(/[aeiou]/, (vowel) => `${vowel}\u0300`.normalize('NFC'));
  const wrong = [
    ...nearlyRight(right),
    ...[`x1y2${right}`, changeCharacter(right, 0), otherCase, accented, ` ${right}`, `${right} `],
    ...compatible(right),
    ...[userName, '%', '*'],
  ];
  return [...new Set(wrong)].filter((password) => password !== right);
}

/** Passwords that careless code may equate with the right one: a full-width character, an invisible one, and one that ends a C string. */
function compatible(right: string): readonly string[] {
  const wide = (character: string): string => String.fromCharCode(character.charCodeAt(0) + 0xfee0);
  return [right.replace(/[!-~]/, wide), `${right}\u00ad`, `${right}\u0000x1y2`];
}

/** User names that do not exist, some of them parts of the right one. Their case is not changed, since many services ignore it. */
function wrongUserNames(right: string, runName: string): readonly string[] {
  const cut = [right.slice(0, -1), right.slice(0, Math.ceil(right.length / 2))].filter((name) => name !== '' && name !== right);
  return [...cut, `${right}x1y2`, `${runName}@nobody.invalid`, '%'];
}
