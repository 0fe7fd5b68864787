import { headerNames } from '../../api/header-names.ts';
import { BODY_MAX_BYTES } from '../../generated/limits.ts';
import { header, isSuccess, json } from '../../http/answer.ts';
import { isSameRequest, withHeader, withoutHeader } from '../../http/call.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Answer, Call } from '../../model/exchange.ts';
import { memberOf, writeJson } from '../../model/json.ts';
import { isUnable } from '../../model/result.ts';
import { Inconclusive } from '../../model/verdict.ts';
import { anotherCall, firstUse, repeatableOperations } from '../../scenarios/idempotency/use.ts';
import type { OperationCase } from '../../scenarios/operations/operation-case.ts';
import type { Alteration } from '../../scenarios/refusals/refusal.ts';
import { answeredOperations } from '../../scenarios/refusals/spoiled-operations.ts';
import { answeredUntimely } from '../../scenarios/refusals/untimely.ts';
import { missing, noToken } from '../../scenarios/refusals/wrong-keys.ts';

interface Refused extends Alteration {
  /** Undefined if another rule judges the status. */
  readonly status?: number;
}

/** Media types that are not JSON, some of them with "json" in their names. */
const OTHER_TYPES = ['application/jsonl', 'text/plain', 'application/json-patch+json', 'text/plain; x=application/json'];

/** Of so many operations with a key, one is called in conflict with an earlier call. Other rules do so at each, and RES-02 sees the answers. */
const CONFLICT_EACH = 3;

/** ERR-02: errors are problem documents with a code; a malformed body is 400, another content type 415, an oversized one 413. */
export const err02: Check = check('ERR-02', { isolation: 'shared', weight: 4 }, async (context) => {
  await judgeEveryOperation(context);
  const conflicting = repeatableOperations(context).filter((_one, at) => at % CONFLICT_EACH === 0);
  for (const one of context.some(conflicting)) await context.part(one.operation, () => judgeConflicts(context, one));
  for (const { operation, what, answer } of await answeredUntimely(context))
    if (answer !== undefined) judgeProblem(context, `${operation} with ${what}`, undefined, answer);
  await judgeRefusedLogin(context);
  await judgeOversized(context);
});

/** Repetitions of the password in one text, which no target accepts as a password. */
const MANY_TIMES = 200;

/** Judges that a refused login never shows the password, even the right one with a wrong name or in an unreadable body. */
async function judgeRefusedLogin(context: CheckContext): Promise<void> {
  const { password } = context.target.credentials;
  const login = context.run.session.authenticateCall();
  const nobody = `${context.fresh()}@nobody.invalid`;
  const body = writeJson({ UserName: nobody, Password: password });
  const other = unlikeAnything(context.fresh());
  const unread = writeJson({ UserName: `${context.fresh()}@nobody.invalid`, Password: other });
  const spoiled = [unread.replace(`"${other}`, other), unread.replace(`${other}"`, other), unread.replace(`"${other}"`, `'${other}'`)];
  const refused: readonly Call[] = [
    { ...login, body },
    { ...login, body: body.slice(0, -1) },
    { ...login, body: `[${body}]` },
    { ...login, body: writeJson({ UserName: 1, Password: [password] }) },
    ...[[password], password.repeat(MANY_TIMES)].map((Password) => ({ ...login, body: writeJson({ UserName: nobody, Password }) })),
    withHeader({ ...login, body }, 'Content-Type', 'text/plain'),
    ...spoiled.map((text) => ({ ...login, body: text })),
  ];
  for (const call of refused) {
    const answer = await context.send(call);
    if (isSuccess(answer)) continue;
    context.judge(!answer.body.includes(password) && !includesPart(answer.body, other), {
      message: 'The refusal of a login must not contain the password.',
      expected: 'no password',
      actual: 'the password that was sent, or a part of it',
    });
  }
}

/** The text in other letters, so that no word and no identifier in an answer contains a part of it by chance. */
function unlikeAnything(text: string): string {
  return [...text].map((character) => 'ghijklmnopqrstuv'[(character.codePointAt(0) ?? 0) % 16]).join('');
}

/** Whether a text contains this many consecutive characters of another one. */
function includesPart(text: string, other: string, length = 6): boolean {
  return Array.from({ length: other.length - length + 1 }, (_, at) => other.slice(at, at + length)).some((part) => text.includes(part));
}

/** Judges the refusals of each operation: those of another content type or a wrong key, and those of requests with one malformed part. */
async function judgeEveryOperation(context: CheckContext): Promise<void> {
  const types = OTHER_TYPES.map(
    (type): Refused => ({ what: `the content type ${type}`, status: 415, apply: (call) => withHeader(call, 'Content-Type', type) }),
  );
  const { licenseKey } = headerNames(context.target.service.headerWord);
  const wrongToken = `Bearer ${(await context.api()).token}x1y2`;
  const keys: readonly Refused[] = [
    missing(context, 'API key'),
    noToken,
    { what: 'a wrong token', apply: (call) => withHeader(call, 'Authorization', wrongToken) },
    { what: 'a wrong license key', apply: (call) => withHeader(call, licenseKey, 'wrong-license-key') },
  ];
  const others = [...types.slice(1), ...keys.slice(1)];
  const codes = new Map<string, string>();
  for (const [turn, { operation, usual, answers }] of (await answeredOperations(context)).entries()) {
    // The first of each is sent everywhere, and the others go round.
    const wrong = [...types.slice(0, 1), ...keys.slice(0, 1), ...others.slice(turn % others.length).slice(0, 1)];
    const isTried = ({ status }: Refused): boolean => (status === undefined ? operation !== 'authenticate' : usual.body !== undefined);
    for (const { what, status, apply } of wrong.filter(isTried)) {
      const answer = await context.sendJudged(await apply(usual), expectedOf(status));
      // What refuses its usual request too says nothing about this one.
      if (isUnable(answer.status) && !isSuccess(await context.send(usual)))
        throw new Inconclusive(`${operation} is answered ${answer.status} with its usual request`);
      judgeProblem(context, `${operation} with ${what}`, status, answer);
      if (!isLeftToOthers(status, answer)) judgeStable(context, codes, { operation, what, answer });
    }
    for (const { what, call, status, answer: first } of answers) {
      if (first === undefined || isLeftToOthers(status, first)) continue;
      // What is not a problem document is sent again, so that the report shows it.
      const answer = isProblem(status, first) ? first : await context.sendJudged(call, expectedOf(status));
      judgeProblem(context, `${operation} with ${what}`, status, answer);
    }
  }
}

/** Judges that oversized bodies are refused as such, those of every operation with a body above a quick budget. */
async function judgeOversized(context: CheckContext): Promise<void> {
  /** The status. Undefined if the service closed the connection instead or asked for the length, as it may. */
  const statusOf = async (call: Call, body: string, what: string, mayBeAccepted = false): Promise<number | undefined> => {
    const answer = await context.sendOrLose({ ...call, body });
    if (answer === undefined || answer.status === 411) return undefined;
    if (!mayBeAccepted || answer.status === 413) judgeProblem(context, `${call.operation} with a body ${what}`, 413, answer);
    return answer.status;
  };
  const [oversized, plain, wide] = [bodyOf('x', OVERSIZED), bodyOf('x', BODY_MAX_BYTES), bodyOf('\u20ac', BODY_MAX_BYTES)];
  const calls = (await answeredOperations(context)).map(({ usual }) => usual).filter(({ body }) => body !== undefined);
  for (const usual of calls.slice(0, 1)) await statusOf(usual, oversized, 'of 20 MiB');
  for (const usual of context.isQuick ? [] : calls) {
    // Chunks do not declare the length of the whole, so a target has to count while it reads.
    const chunked = withHeader(usual, 'Transfer-Encoding', 'chunked');
    // The limit of an operation is the target's choice.
    const isTooLarge = ((await statusOf(chunked, plain, 'of 1 MiB', true)) ?? (await statusOf(usual, plain, 'of 1 MiB', true))) === 413;
    // The limit counts bytes, not characters.
    if (isTooLarge) await statusOf(usual, wide, 'of more than 1 MiB in fewer characters');
    else await statusOf(chunked, oversized, 'of 20 MiB in chunks');
  }
}

/** Larger than any contact: 20 MiB. */
const OVERSIZED = 20 * 1024 * 1024;

/** A body of slightly more bytes, which repeats one character. */
function bodyOf(character: string, bytes: number): string {
  return `{"nome":"${character.repeat(Math.ceil(bytes / Buffer.byteLength(character)))}"}`;
}

/** One reason with one status must have one code at all operations. */
function judgeStable(
  context: CheckContext,
  codes: Map<string, string>,
  { operation, what, answer }: { readonly operation: string; readonly what: string; readonly answer: Answer },
): void {
  const code = String(memberOf(json(answer), 'code'));
  const reason = `${what}: ${answer.status}`;
  const elsewhere = codes.get(reason) ?? code;
  codes.set(reason, elsewhere);
  context.judge(code === elsewhere, {
    message: `The refusal of ${operation} with ${what} must have the same code as at other operations.`,
    expected: elsewhere,
    actual: code,
  });
}

/** Judges the refusals of a used key, and of a PUT that its own success made stale. Other rules judge whether they must be refused. */
async function judgeConflicts(context: CheckContext, one: OperationCase): Promise<void> {
  const use = await firstUse(context, one);
  const { call } = await anotherCall(context, use, use.key);
  if (!isSameRequest(call, use.call)) judgeProblem(context, `${one.operation} with a used key`, undefined, await context.send(call));
  const stale = withoutHeader(use.call, 'Idempotency-Key');
  if (one.effect.kind === 'update') judgeProblem(context, `${one.operation} with a stale token`, undefined, await context.send(stale));
  // A target may store a refusal with its key. The replay must be a problem document too.
  const kept = withHeader(one.effect.kind === 'update' ? stale : { ...use.call, body: '{}' }, 'Idempotency-Key', context.freshKey());
  for (const when of ['with a key', 'retried with the same key'])
    judgeProblem(context, `a failing ${one.operation} ${when}`, undefined, await context.send(kept));
}

function expectedOf(status: number | undefined): string {
  return status === undefined ? 'a refusal' : String(status);
}

/** Without a status, another rule judges whether the request must be refused at all. */
function isLeftToOthers(status: number | undefined, answer: Answer): boolean {
  return status === undefined && answer.status < 400;
}

function hasCode(answer: Answer): boolean {
  const code = memberOf(json(answer), 'code');
  return /^application\/problem\+json\b/i.test(header(answer, 'Content-Type') ?? '') && typeof code === 'string' && code !== '';
}

function isProblem(status: number | undefined, answer: Answer): boolean {
  return (status === undefined || answer.status === status) && hasCode(answer);
}

function judgeProblem(context: CheckContext, what: string, status: number | undefined, answer: Answer): void {
  if (isLeftToOthers(status, answer)) return;
  context.judge(status === undefined || answer.status === status, {
    message: `${what} must be refused.`,
    expected: expectedOf(status),
    actual: String(answer.status),
  });
  context.judge(hasCode(answer), {
    message: `The refusal of ${what} must be a problem document with a code.`,
    expected: 'application/problem+json with a member "code"',
    actual: `${header(answer, 'Content-Type') ?? 'no content type'}: ${answer.body.slice(0, 200)}`,
  });
  const { credentials, companies } = context.target;
  const secrets = [
    credentials.password,
    credentials.apiKey,
    ...companies.map(({ licenseKey }) => licenseKey),
    ...context.run.session.tokens,
  ];
  const shown = secrets.some((secret) => secret.length >= 6 && answer.body.includes(secret));
  context.judge(!shown, {
    message: `The refusal of ${what} must not show a secret.`,
    expected: 'no secret',
    actual: 'a password, key or token',
  });
}
