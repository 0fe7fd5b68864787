import { headerNames } from '../target/header-names.ts';
import type { Call } from '../wire/call.ts';
import type { Exchange } from '../wire/driver.ts';
import type { RuleResult } from './result.ts';
import type { Bench } from './trial.ts';

/** A secret and the name that stands for it in reports. */
export interface Secret {
  readonly value: string;
  readonly placeholder: string;
}

/** Shorter secrets are not looked for in running text, where they would hide ordinary words; headers and fields are hidden all the same. */
const shortestSearched = 6;

/** All that must not be shown, the longest first, so that no part of one is left over. */
export function secretsOf(bench: Bench): readonly Secret[] {
  const { credentials, companies, foreignCompany } = bench.target;
  const secrets: Secret[] = [
    { value: credentials.password, placeholder: '<PASSWORD>' },
    { value: credentials.apiKey, placeholder: '<API_KEY>' },
    ...[...companies, ...(foreignCompany ? [foreignCompany] : [])].map(({ id, licenseKey }) => ({
      value: licenseKey,
      placeholder: `<LICENSE_KEY of company ${id}>`,
    })),
    ...[...bench.session.tokens].map((value) => ({ value, placeholder: '<ACCESS_TOKEN>' })),
    ...bench.webhooks.hooks.map(({ secret }) => ({ value: secret, placeholder: '<SIGNING_SECRET>' })),
  ];
  return secrets.filter(({ value }) => value !== '').sort((left, right) => right.value.length - left.value.length);
}

/** The result with every secret replaced, right ones by their names, and nearly right ones in headers too. */
export function redacted(result: RuleResult, secrets: readonly Secret[]): RuleResult {
  const hide = hider(secrets);
  const { failure, reason } = result;
  return {
    ...result,
    reason: reason === null ? null : hide(reason),
    ...(failure && {
      failure: {
        ...failure,
        message: hide(failure.message),
        expected: hide(failure.expected),
        actual: hide(failure.actual),
        counterexample: failure.counterexample === null ? null : hide(failure.counterexample),
        exchanges: failure.exchanges.map((exchange) => redactExchange(exchange, secrets, hide)),
      },
    }),
  };
}

function hider(secrets: readonly Secret[]): (text: string) => string {
  const searched = secrets.filter(({ value }) => value.length >= shortestSearched);
  return (text) => {
    const known = searched.reduce((shown, { value, placeholder }) => shown.replaceAll(value, placeholder), text);
    return known.replaceAll(/("(?:password|secret)"\s*:\s*)"(?!<)(?:[^"\\]|\\.)*"/gi, '$1"<REDACTED>"');
  };
}

function redactExchange(exchange: Exchange, secrets: readonly Secret[], hide: (text: string) => string): Exchange {
  const { call, answer } = exchange;
  const rawHeaders = answer?.rawHeaders.map((value, index, all) =>
    index % 2 === 1 && all[index - 1]?.toLowerCase() === 'x-token' ? '<ACCESS_TOKEN>' : hide(value),
  );
  return {
    ...exchange,
    call: redactCall(call, secrets, hide),
    ...(answer && rawHeaders && { answer: { ...answer, rawHeaders, body: hide(answer.body) } }),
  };
}

/** A header that holds a secret shows whether it is the right one, never a value that was made from it. */
function redactCall(call: Call, secrets: readonly Secret[], hide: (text: string) => string): Call {
  const headers = call.headers.map(([name, value]): readonly [string, string] => {
    if (!isSecretHeader(name)) return [name, hide(value)];
    const [scheme, credential] = /^authorization$/i.test(name) ? splitScheme(value) : ['', value];
    const known = secrets.find((secret) => secret.value === credential)?.placeholder;
    return [name, scheme + (known ?? (credential === '' ? '' : '<another value>'))];
  });
  return { ...call, headers, ...(call.body !== undefined && { body: hide(call.body) }) };
}

function isSecretHeader(name: string): boolean {
  const suffixes = Object.values(headerNames('')).map((value) => value.replace(/^X-/, '').toLowerCase());
  return /^authorization$/i.test(name) || suffixes.some((suffix) => suffix !== '-applicationid' && name.toLowerCase().endsWith(suffix));
}

function splitScheme(value: string): readonly [string, string] {
  const at = value.indexOf(' ');
  return at < 0 ? [value, ''] : [value.slice(0, at + 1), value.slice(at + 1)];
}
