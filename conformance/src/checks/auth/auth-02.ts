import fc from 'fast-check';
import { header, isSuccess } from '../../http/answer.ts';
import { withHeader } from '../../http/call.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Answer } from '../../model/exchange.ts';
import { type JsonObject, writeJson } from '../../model/json.ts';
import { Inconclusive } from '../../model/verdict.ts';
import { changeCharacter, nearlyRight } from '../../scenarios/values/wrong-secret.ts';

/** Wrong credentials, shown in a report by what is wrong with them: a nearly right password is no thing to print. */
interface LoginAttempt {
  readonly what: string;
  readonly body: JsonObject;
  /** Whether the body is not what authenticate takes: it may be refused as such, with another status than 401. */
  readonly unusable: boolean;
  readonly [fc.toStringMethod]: () => string;
}

/** Wrong credentials between two right ones: few services slow a user down for so few. */
const WRONG_IN_A_ROW = 2;

/** AUTH-02: a wrong user name or password answers 401 and no token. Alone, because a target may slow a user down after it. */
export const auth02: Check = check('AUTH-02', { isolation: 'guessing', weight: 1 }, async (context) => {
  const { userName: UserName, password: Password } = context.target.credentials;
  const { otherUser } = context.target;
  const attempts = [
    ...wrongUserNames(UserName, context.run.runName).map((wrong) => attempt('an unknown user name', { UserName: wrong, Password })),
    ...wrongPasswords(Password, UserName).map((wrong) => attempt('a wrong password', { UserName, Password: wrong })),
    // The right password of somebody else is as wrong as any, unless both have the same.
    ...(otherUser === undefined || otherUser.password === Password
      ? []
      : [attempt('the password of another user', { UserName, Password: otherUser.password })]),
    attempt('no password', { UserName }, true),
    attempt('no user name', { Password }, true),
    ...['', null, true, { $ne: '' }].map((wrong) =>
      attempt(`${JSON.stringify(wrong)} for a password`, { UserName, Password: wrong }, true),
    ),
  ];
  const tried = [...context.some(attempts)];
  let slowed = false;
  // Each once, in an order of the seed: a target may slow us down before the last.
  await context.forAll(fc.shuffledSubarray(tried, { minLength: tried.length }), 1, async (order) => {
    for (const [index, one] of order.entries()) {
      slowed ||= index % WRONG_IN_A_ROW === 0 && (await isSlowedForRight(context));
      slowed ||= await isSlowedFor(context, one);
    }
  });
  if (context.judgements === 0) throw new Inconclusive('the target answered 429 to the first attempts');
  if (context.isQuick || slowed) return;
  await judgeBesideRight(context);
  await judgeUnderKey(context);
});

/** Whether the target slows us down for longer than the suite waits, which it may. Right credentials are the control, and calm it. */
async function isSlowedForRight(context: CheckContext): Promise<boolean> {
  const { session } = context.run;
  const control = await context.send(session.authenticateCall());
  if (control.status === 429) return true;
  if (!isSuccess(control)) throw new Inconclusive(`right credentials were answered ${control.status}`);
  session.tokens.add(header(control, 'X-Token') ?? '');
  return false;
}

/** The same after wrong credentials, whose answer is judged otherwise. */
async function isSlowedFor(context: CheckContext, { what, body, unusable }: LoginAttempt): Promise<boolean> {
  const answer = await context.send({ ...context.run.session.authenticateCall(), body: writeJson(body) });
  if (answer.status === 429) return true;
  judgeNoToken(context, answer);
  // The user may be refused from now on, whatever the password: then the right one is refused too.
  if (!isSuccess(answer) && answer.status !== 401 && !unusable && (await isSlowedForRight(context))) return true;
  const message = `authenticate with ${what} must be refused.`;
  if (unusable) context.judge(!isSuccess(answer), { message, expected: 'a refusal', actual: String(answer.status) });
  else context.judge(answer.status === 401, { message, expected: '401', actual: String(answer.status) });
  return false;
}

/** How many right logins are under way beside a wrong one, before it and after it. */
const BESIDE = 2;

/** How often: which of them the target takes up first, and whether another is still under way then, is left to chance. */
const ROUNDS = 3;

/** Right credentials that are judged at the same moment say nothing of wrong ones. */
async function judgeBesideRight(context: CheckContext): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) await judgeOnceBesideRight(context);
}

async function judgeOnceBesideRight(context: CheckContext): Promise<void> {
  const { session } = context.run;
  const rightful = session.authenticateCall();
  const wrong = { ...rightful, body: writeJson(wrongLogin(context)) };
  const right = Array.from({ length: BESIDE }, () => rightful);
  const answers = await Promise.all([...right, wrong, ...right].map((call) => context.send(call)));
  for (const [index, answer] of answers.entries())
    if (index === BESIDE) judgeRefused(context, answer, 'with a wrong password while its user authenticates');
    else session.tokens.add(header(answer, 'X-Token') ?? '');
}

/** Whether authenticate takes a key is the target's choice: wrong credentials are refused under one that right ones had too. */
async function judgeUnderKey(context: CheckContext): Promise<void> {
  const { session } = context.run;
  const rightful = withHeader(session.authenticateCall(), 'Idempotency-Key', context.freshKey());
  const first = await context.send(rightful);
  session.tokens.add(header(first, 'X-Token') ?? '');
  if (!isSuccess(first)) return;
  const answer = await context.send({ ...rightful, body: writeJson(wrongLogin(context)) });
  judgeRefused(context, answer, 'with a wrong password under a key that a right login had');
}

function wrongLogin({ target }: CheckContext): JsonObject {
  const { userName: UserName, password } = target.credentials;
  return { UserName, Password: changeCharacter(password, 0) };
}

/** With whatever status: a key that was used, or too many at once, may be the reason. */
function judgeRefused(context: CheckContext, answer: Answer, what: string): void {
  judgeNoToken(context, answer);
  context.judge(!isSuccess(answer), {
    message: `authenticate ${what} must be refused.`,
    expected: 'a refusal',
    actual: String(answer.status),
  });
}

function attempt(what: string, body: JsonObject, unusable = false): LoginAttempt {
  return { what, body, unusable, [fc.toStringMethod]: () => what };
}

export function judgeNoToken(context: CheckContext, answer: Answer): void {
  const token = header(answer, 'X-Token') ?? '';
  context.judge(token === '', { message: 'A refusal must carry no token.', expected: 'no X-Token header', actual: 'X-Token with a value' });
}

/** Nearly right passwords: cut, longer, with one letter changed, in the other case, with an accent or a space, in other forms; and what is no password at all. */
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

/** What a normalisation or a mapping takes for the right one: letters of full width, a character that is not seen, and one that ends a text in C. */
function compatible(right: string): readonly string[] {
  const wide = (character: string): string => String.fromCharCode(character.charCodeAt(0) + 0xfee0);
  return [right.replace(/[!-~]/, wide), `${right}\u00ad`, `${right}\u0000x1y2`];
}

/** Names of no user, among them parts of a user's name. Their case is not changed: many services ignore it. */
function wrongUserNames(right: string, runName: string): readonly string[] {
  const cut = [right.slice(0, -1), right.slice(0, Math.ceil(right.length / 2))].filter((name) => name !== '' && name !== right);
  return [...cut, `${right}x1y2`, `${runName}@nobody.invalid`, '%'];
}
