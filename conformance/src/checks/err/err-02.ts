import fc from 'fast-check';
import { headerNames } from '../../api/header-names.ts';
import { header, isSuccess, json } from '../../http/answer.ts';
import { isSameRequest, withHeader, withoutHeader } from '../../http/call.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Answer, Call } from '../../model/exchange.ts';
import { memberOf, writeJson } from '../../model/json.ts';
import { anotherCall, firstUse, repeatableOperations } from '../../scenarios/idempotency/keyed-use.ts';
import type { OperationCase } from '../../scenarios/operations/operation-case.ts';
import { judgeOversized } from '../../scenarios/refusals/oversized-bodies.ts';
import { answeredOperations } from '../../scenarios/refusals/spoiled-operations.ts';
import { answeredUntimely } from '../../scenarios/refusals/untimely.ts';
import { contactBody } from '../../scenarios/resources/contacts.ts';

interface Refused {
  readonly what: string;
  /** Undefined if another rule judges the status. */
  readonly status?: number;
  readonly apply: (call: Call) => Call;
}

/** Media types that are not JSON, some of them with "json" in their names. */
const OTHER_TYPES = ['application/jsonl', 'text/plain', 'application/json-patch+json', 'text/plain; x=application/json'];

/** Of so many operations with a key, one is called in conflict with an earlier call. Other rules do so at each, and RES-02 sees the answers. */
const CONFLICT_EACH = 3;

/** ERR-02: errors are problem documents with a code; a malformed body is 400, another content type 415, an oversized one 413. */
export const err02: Check = check('ERR-02', { isolation: 'shared', weight: 4 }, async (context) => {
  const api = await context.api();
  const names = headerNames(context.target.service.headerWord);
  const creation = (): Call => api.call('createAnagrafica', { body: contactBody(context, context.fresh()) });
  // The control: the unaltered request is accepted.
  await context.prepare(creation());
  const types: readonly Refused[] = OTHER_TYPES.map((type) => ({
    what: `the content type ${type}`,
    status: 415,
    apply: (call: Call) => withHeader(call, 'Content-Type', type),
  }));
  const keys: readonly Refused[] = [
    { what: 'no API key', apply: (call) => withoutHeader(call, names.apiKey) },
    { what: 'no token', apply: (call) => withoutHeader(call, 'Authorization') },
    { what: 'a wrong token', apply: (call) => withHeader(call, 'Authorization', `Bearer ${api.token}x1y2`) },
    { what: 'a wrong license key', apply: (call) => withHeader(call, names.licenseKey, 'wrong-license-key') },
  ];
  const cases: readonly Refused[] = [
    { what: 'half a body', status: 400, apply: (call) => ({ ...call, body: '{"nome":' }) },
    { what: 'a list as the body', status: 400, apply: (call) => ({ ...call, body: '[]' }) },
    ...types,
    ...keys,
  ];
  await context.forAll(fc.shuffledSubarray([...cases], { minLength: cases.length }), 1, async (order) => {
    for (const { what, status, apply } of order)
      judgeProblem(context, what, status, await context.sendJudged(apply(creation()), expectedOf(status)));
  });
  await judgeEveryOperation(context, types, keys);
  const conflicting = repeatableOperations(context).filter((_one, at) => at % CONFLICT_EACH === 0);
  for (const one of context.some(conflicting)) await context.part(one.operation, () => judgeConflicts(context, one));
  for (const { operation, what, answer } of await answeredUntimely(context))
    if (answer !== undefined) judgeProblem(context, `${operation} with ${what}`, undefined, answer);
  await judgeRefusedLogin(context);
  await judgeOversized(context, creation(), judgeProblem);
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

/** Judges the same refusals at every operation, and those of requests with one malformed part. */
async function judgeEveryOperation(context: CheckContext, types: readonly Refused[], keys: readonly Refused[]): Promise<void> {
  const codes = new Map<string, string>();
  for (const [turn, { operation, usual, answers }] of (await answeredOperations(context)).entries()) {
    // The first type is sent everywhere, and the others go round.
    const wrongTypes = usual.body === undefined ? [] : [...types.slice(0, 1), ...nextOf(types.slice(1), turn)];
    // Other rules send the other wrong keys to every operation, and RES-02 sees the answers.
    const wrongKeys = operation === 'authenticate' ? [] : keys.slice(0, 1);
    for (const { what, status, apply } of [...wrongTypes, ...wrongKeys]) {
      const answer = await context.sendJudged(apply(usual), expectedOf(status));
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

function nextOf<T>(all: readonly T[], turn: number): readonly T[] {
  return all.slice(turn % all.length).slice(0, 1);
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

function isRefused(status: number | undefined, answer: Answer): boolean {
  return status === undefined || answer.status === status;
}

function hasCode(answer: Answer): boolean {
  const code = memberOf(json(answer), 'code');
  return /^application\/problem\+json\b/i.test(header(answer, 'Content-Type') ?? '') && typeof code === 'string' && code !== '';
}

function isProblem(status: number | undefined, answer: Answer): boolean {
  return isRefused(status, answer) && hasCode(answer);
}

function judgeProblem(context: CheckContext, what: string, status: number | undefined, answer: Answer): void {
  if (isLeftToOthers(status, answer)) return;
  context.judge(isRefused(status, answer), {
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
