import { headerNames } from '../api/header-names.ts';
import type { AnswerCount } from '../model/answer-count.ts';
import type { ShownDelivery } from '../model/evidence.ts';
import type { Call, Exchange } from '../model/exchange.ts';
import type { RuleFailure, RuleResult } from '../model/rule-result.ts';
import type { LoggedExchange } from './exchange-log.ts';
import { type Hide, hider } from './hide-secrets.ts';
import type { Secret } from './secret.ts';

/** Headers of answers whose values let somebody in. */
const givenHeaders: ReadonlyMap<string, string> = new Map([
  ['x-token', '<ACCESS_TOKEN>'],
  ['set-cookie', '<COOKIE>'],
]);

/** The result with every secret replaced, right ones by their names, and nearly right ones too. */
export function redacted(result: RuleResult, secrets: readonly Secret[]): RuleResult {
  const { failure, reason, known, notKnown } = result;
  if (failure === undefined && reason === null && known === undefined) return result;
  const hide = hider(secrets);
  return {
    ...result,
    reason: reason === null ? null : hide(reason),
    ...(known !== undefined && { known: hide(known) }),
    ...(notKnown !== undefined && { notKnown: hide(notKnown) }),
    ...(failure && { failure: redactFailure(failure, secrets, hide) }),
  };
}

/** All exchanges of a run, with every secret replaced. */
export function redactedExchanges(kept: readonly LoggedExchange[], secrets: readonly Secret[]): readonly LoggedExchange[] {
  const hide = hider(secrets);
  return kept.map(({ rule, exchange }) => ({ rule, exchange: redactExchange(exchange, secrets, hide) }));
}

/** How often which operation answered what, with every secret replaced in the addresses. */
export function redactedCounts(answers: readonly AnswerCount[], secrets: readonly Secret[]): readonly AnswerCount[] {
  const hide = hider(secrets);
  return answers.map((count) => ({ ...count, first: { ...count.first, url: hide(withoutUserInfo(count.first.url)) } }));
}

/** A text whose addresses are without the user names and passwords that they may hold. */
export function withoutUserInfo(text: string): string {
  return text.includes('@') ? text.replaceAll(/:\/\/[^/?#\s]*@/g, '://') : text;
}

function redactFailure(failure: RuleFailure, secrets: readonly Secret[], hide: Hide): RuleFailure {
  return {
    ...failure,
    message: hide(failure.message),
    expected: hide(failure.expected),
    actual: hide(failure.actual),
    counterexample: failure.counterexample === null ? null : hide(failure.counterexample),
    exchanges: failure.exchanges.map((exchange) => ({ ...exchange, ...redactExchange(exchange, secrets, hide) })),
    deliveries: failure.deliveries.map((delivery) => redactDelivery(delivery, hide)),
  };
}

/** Whether the answer's body may hold a token where the suite did not look for one: a success of authenticate. */
function letsIn({ call, answer }: Exchange): boolean {
  return call.url.split('?')[0]?.endsWith('/authenticate') === true && answer !== undefined && answer.status < 300 && answer.body !== '';
}

function redactExchange(exchange: Exchange, secrets: readonly Secret[], hide: Hide): Exchange {
  const { call, answer, lost } = exchange;
  const rawHeaders = answer?.rawHeaders.map((value, index, all) =>
    index % 2 === 1 ? (givenHeaders.get(all[index - 1]?.toLowerCase() ?? '') ?? hide(value)) : hide(value),
  );
  return {
    ...exchange,
    call: redactCall(call, secrets, hide),
    ...(answer && rawHeaders && { answer: { ...answer, rawHeaders, body: letsIn(exchange) ? '<REDACTED>' : hide(answer.body) } }),
    ...(lost !== undefined && { lost: hide(lost) }),
  };
}

function redactDelivery(delivery: ShownDelivery, hide: Hide): ShownDelivery {
  return {
    ...delivery,
    url: hide(delivery.url),
    headers: delivery.headers.map(([name, value]) => [hide(name), isSecretHeader(name) ? '<another value>' : hide(value)]),
    body: hide(delivery.body),
  };
}

/** A header that holds a secret shows whether it is the right one, never a value that was made from it. */
function redactCall(call: Call, secrets: readonly Secret[], hide: Hide): Call {
  const headers = call.headers.map(([name, value]): readonly [string, string] => {
    if (!isSecretHeader(name)) return [hide(name), hide(value)];
    const [scheme, credential] = /^authorization$/i.test(name) ? splitScheme(value) : ['', value];
    return [name, scheme + (credential === '' ? '' : shownCredential(credential, secrets))];
  });
  return {
    ...call,
    url: hide(withoutUserInfo(call.url)),
    headers,
    ...(call.body !== undefined && { body: hide(call.body) }),
    ...(call.subject !== undefined && { subject: hide(call.subject) }),
  };
}

/** Which secret it is, or how it was made from one: that tells how long it is, and nothing of what it holds. */
function shownCredential(credential: string, secrets: readonly Secret[]): string {
  const right = secrets.find(({ value }) => value === credential);
  if (right) return right.placeholder;
  const longer = secrets.find(({ value }) => value.startsWith(credential));
  if (longer) return `<first ${credential.length} characters of ${nameOf(longer)}>`;
  const shorter = secrets.find(({ value }) => credential.startsWith(value));
  if (shorter) return `<${nameOf(shorter)} and ${credential.length - shorter.value.length} more characters>`;
  for (const secret of secrets) {
    const [at, ...more] = differences(secret.value, credential);
    if (at !== undefined && more.length === 0) return `<${nameOf(secret)} with character ${at + 1} changed>`;
  }
  return '<another value>';
}

/** The places at which two texts of one length differ; none if their lengths do. */
function differences(left: string, right: string): readonly number[] {
  return left.length === right.length ? [...left].flatMap((character, index) => (character === right[index] ? [] : [index])) : [];
}

function nameOf({ placeholder }: Secret): string {
  return placeholder.slice(1, -1);
}

/** What anybody may see: who asks, and a signature, which lets nobody in once its time is over. */
const openSuffixes: ReadonlySet<string> = new Set(['-applicationid', '-signature']);

function isSecretHeader(name: string): boolean {
  const suffixes = Object.values(headerNames('')).map((value) => value.replace(/^X-/, '').toLowerCase());
  return (
    /^(authorization|cookie)$/i.test(name) || suffixes.some((suffix) => !openSuffixes.has(suffix) && name.toLowerCase().endsWith(suffix))
  );
}

/** Only a scheme that is known by name is shown: the first word of anything else may be half a secret. */
function splitScheme(value: string): readonly [string, string] {
  const [scheme = ''] = /^(bearer|basic|digest|token) /i.exec(value) ?? [];
  return [scheme, value.slice(scheme.length)];
}
