import { headerNames } from '../api/header-names.ts';
import type { ShownDelivery } from '../model/evidence.ts';
import type { Call, Exchange } from '../model/exchange.ts';
import type { AnswerCount, KeptExchange, RuleFailure, RuleResult } from '../model/result.ts';
import { type Hide, hider, madeFrom, SHORTEST_PART, secretMembers } from './hide-secrets.ts';
import type { Secret } from './secret.ts';

/** The placeholder of a credential that is none of the secrets. */
const ANOTHER = '<another value>';

/** Headers of answers whose values are credentials. */
const givenHeaders: ReadonlyMap<string, string> = new Map([
  ['x-token', '<ACCESS_TOKEN>'],
  ['set-cookie', '<COOKIE>'],
]);

/** Hides secrets in calls (`sent`), and in answers and messages (`got`). */
interface Hiding {
  readonly secrets: readonly Secret[];
  readonly sent: Hide;
  readonly got: Hide;
}

/**
 * Checks send variants of secrets, and services echo what they receive. So every credential of these calls is hidden in the answers, except
 * short ones that are not derived from a secret, such as `%`.
 */
function hidingOf(secrets: readonly Secret[], exchanges: readonly Exchange[]): Hiding {
  const credentials = [...new Set(exchanges.flatMap(({ call }) => credentialsOf(call)))].filter((value) => value !== '');
  const named = credentials.flatMap((value) => {
    const placeholder = madeFrom(value, secrets) ?? (value.length < SHORTEST_PART ? undefined : ANOTHER);
    return placeholder === undefined ? [] : [{ value, placeholder }];
  });
  return { secrets, sent: hider(secrets), got: hider([...secrets, ...named]) };
}

function credentialsOf({ headers, body = '' }: Call): readonly string[] {
  return [...headers.filter(([name]) => isSecretHeader(name)).map((header) => splitScheme(header)[1]), ...secretMembers(body)];
}

/** The result with every secret replaced by its placeholder. */
export function redacted(result: RuleResult, secrets: readonly Secret[]): RuleResult {
  const { failure, reason, known, notKnown } = result;
  if (failure === undefined && reason === null && known === undefined) return result;
  const hiding = hidingOf(secrets, failure?.exchanges ?? []);
  const hide = hiding.got;
  return {
    ...result,
    reason: reason === null ? null : hide(reason),
    ...(known !== undefined && { known: hide(known) }),
    ...(notKnown !== undefined && { notKnown: hide(notKnown) }),
    ...(failure && { failure: redactFailure(failure, hiding) }),
  };
}

/** All exchanges of a run, with every secret replaced. */
export function redactedExchanges(kept: readonly KeptExchange[], secrets: readonly Secret[]): readonly KeptExchange[] {
  const hiding = hidingOf(
    secrets,
    kept.map(({ exchange }) => exchange),
  );
  return kept.map(({ rule, exchange }) => ({ rule, exchange: redactExchange(exchange, hiding) }));
}

/** The counts of answers, with every secret replaced in the URLs. */
export function redactedCounts(answers: readonly AnswerCount[], secrets: readonly Secret[]): readonly AnswerCount[] {
  const hide = hider(secrets);
  return answers.map((count) => ({ ...count, first: { ...count.first, url: hide(withoutUserInfo(count.first.url)) } }));
}

/** A text with the user names and passwords removed from its URLs. */
export function withoutUserInfo(text: string): string {
  return text.includes('@') ? text.replaceAll(/:\/\/[^/?#\s]*@/g, '://') : text;
}

function redactFailure(failure: RuleFailure, hiding: Hiding): RuleFailure {
  const hide = hiding.got;
  return {
    ...failure,
    message: hide(failure.message),
    expected: hide(failure.expected),
    actual: hide(failure.actual),
    counterexample: failure.counterexample === null ? null : hide(failure.counterexample),
    exchanges: failure.exchanges.map((exchange) => ({ ...exchange, ...redactExchange(exchange, hiding) })),
    deliveries: failure.deliveries.map((delivery) => redactDelivery(delivery, hide)),
  };
}

/** Whether the body may contain a token that the suite did not look for, as in a successful answer to authenticate. */
function letsIn({ call, answer }: Exchange): boolean {
  return call.url.split('?')[0]?.endsWith('/authenticate') === true && answer !== undefined && answer.status < 300 && answer.body !== '';
}

function redactExchange(exchange: Exchange, hiding: Hiding): Exchange {
  const { call, answer, lost } = exchange;
  const hide = hiding.got;
  const rawHeaders = answer?.rawHeaders.map((value, index, all) =>
    index % 2 === 1 ? (givenHeaders.get(all[index - 1]?.toLowerCase() ?? '') ?? hide(value)) : hide(value),
  );
  return {
    ...exchange,
    call: redactCall(call, hiding),
    ...(answer && rawHeaders && { answer: { ...answer, rawHeaders, body: letsIn(exchange) ? '<REDACTED>' : hide(answer.body) } }),
    ...(lost !== undefined && { lost: hide(lost) }),
  };
}

function redactDelivery(delivery: ShownDelivery, hide: Hide): ShownDelivery {
  return {
    ...delivery,
    url: hide(delivery.url),
    headers: delivery.headers.map(([name, value]) => [hide(name), isSecretHeader(name) ? ANOTHER : hide(value)]),
    body: hide(delivery.body),
  };
}

/** A header with a secret shows which secret it was, or how it was derived, but never its value. */
function redactCall(call: Call, { secrets, sent }: Hiding): Call {
  const headers = call.headers.map(([name, value]): readonly [string, string] => {
    if (!isSecretHeader(name)) return [sent(name), sent(value)];
    const [scheme, credential] = splitScheme([name, value]);
    return [name, scheme + (credential === '' ? '' : (madeFrom(credential, secrets) ?? ANOTHER))];
  });
  return {
    ...call,
    url: sent(withoutUserInfo(call.url)),
    headers,
    ...(call.body !== undefined && { body: sent(call.body) }),
    ...(call.subject !== undefined && { subject: sent(call.subject) }),
  };
}

/** Headers that anybody may see: the application's id, and a signature, which is useless once its time is over. */
const openSuffixes: ReadonlySet<string> = new Set(['-applicationid', '-signature']);

function isSecretHeader(name: string): boolean {
  const suffixes = Object.values(headerNames('')).map((value) => value.replace(/^X-/, '').toLowerCase());
  return (
    /^(authorization|cookie)$/i.test(name) || suffixes.some((suffix) => !openSuffixes.has(suffix) && name.toLowerCase().endsWith(suffix))
  );
}

/** Only a known scheme is shown, because the first word of anything else may be part of a secret. */
function splitScheme([name, value]: readonly [string, string]): readonly [string, string] {
  const [scheme = ''] = (/^authorization$/i.test(name) && /^(bearer|basic|digest|token) /i.exec(value)) || [];
  return [scheme, value.slice(scheme.length)];
}
