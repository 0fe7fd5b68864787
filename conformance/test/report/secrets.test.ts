import { stripVTControlCharacters } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { reporterKinds } from '../../src/cli/options.ts';
import { render } from '../../src/cli/reporter.ts';
import { redacted, redactedExchanges } from '../../src/engine/redact.ts';
import type { Secret } from '../../src/engine/secret.ts';
import type { RuleResult } from '../../src/model/result.ts';
import { changeCharacter } from '../../src/scenarios/values/wrong-secret.ts';
import { sampleResult } from './sample-result.ts';

const random = fc.string({
  unit: fc.constantFrom(...'abcdefghjkmnpqrstvwxyzABCDEFGHJKMNPQRSTVWXYZ23456789'),
  minLength: 13,
  maxLength: 40,
});
/** Characters that escapes and encodings change. */
const awkward = fc
  .tuple(
    random,
    fc.array(fc.constantFrom('"', '\\', '/', '+', '&', '<', '>', "'", ' ', 'è', '日', '🚲', '%', '$', '`', '=', '\n'), { maxLength: 6 }),
    random,
  )
  .map(([start, marks, end]) => start + marks.join('') + end);
const short = fc.string({ unit: fc.constantFrom(...'ABCDEFGHJK23456789'), minLength: 7, maxLength: 12 });
/** Tokens with a payload are long. */
const long = fc.array(random, { minLength: 3, maxLength: 8 }).map((parts) => parts.join('.'));
const secret = fc.oneof(random, awkward, short, long);

const inJson = (value: string): string => JSON.stringify(value).slice(1, -1);

/** Forms in which a service or a check may show a secret. */
const encodings: Readonly<Record<string, (value: string) => string>> = {
  plain: (value) => value,
  json: inJson,
  'json in json': (value) => inJson(inJson(value)),
  'json in ascii': (value) =>
    JSON.stringify(value)
      .slice(1, -1)
      .replaceAll(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  url: encodeURIComponent,
  path: encodeURI,
  form: (value) => new URLSearchParams({ q: value }).toString().slice(2),
  html: (value) => value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'),
  base64: (value) => Buffer.from(value).toString('base64'),
  'basic credentials': (value) => Buffer.from(`user:${value}:end`).toString('base64'),
  hexadecimal: (value) => Buffer.from(value).toString('hex'),
  'capital letters': (value) => value.toUpperCase(),
};

/** Wrong credentials that checks make from secrets. Each of them reveals most of the secret. */
const alterations: Readonly<Record<string, (value: string, position: number) => string>> = {
  'one character changed': changeCharacter,
  'with an end': (value) => `${value}x`,
  'the first half': (value) => value.slice(0, Math.ceil(value.length / 2)),
  'the second half': (value) => value.slice(Math.ceil(value.length / 2)),
  'a pattern': (value) => `${value.slice(0, -1)}.*`,
};

const planted = fc.record({
  secrets: fc.array(secret, { minLength: 1, maxLength: 3 }),
  encoding: fc.constantFrom(...Object.keys(encodings)),
});

/** Places for a text in a result: the credentials of a call, the rest of the call, and all others. */
interface Places {
  readonly credential: string;
  readonly sent: string;
  readonly text: string;
}

function everywhere(text: string): Places {
  return { credential: text, sent: text, text };
}

function resultWith({ credential, sent, text }: Places): RuleResult {
  const [found] = sampleResult().rules.filter(({ id }) => id === 'IDEM-03');
  if (found?.failure === undefined) throw new Error('the sample has no failure');
  const call = {
    method: 'POST',
    url: `http://user:${encodeURIComponent(credential)}@127.0.0.1/api/${sent}?key=${sent}`,
    headers: [
      ['X-Service-ApiKey', credential],
      ['x-acme-licensekey', credential],
      ['Authorization', `Bearer ${credential}`],
      ['authorization', credential],
      ['Cookie', credential],
      ['Idempotency-Key', `k ${sent}`],
    ] as const,
    body: `{"UserName":"u","Password":${JSON.stringify(credential)},"note":"(${sent})"}`,
    subject: sent,
  };
  const answer = {
    status: 400,
    rawHeaders: ['X-Token', text, 'Set-Cookie', text, 'X-Echo', text, `X-${text}`, 'v'],
    body: `<p>${text}</p> {"secret":"${text}"}`,
  };
  const exchanges = [
    { call, answer, why: 'this was judged', pinned: true, startedAt: 0, durationMs: 1 },
    { call, lost: text, why: 'sent before', pinned: false, startedAt: 0, durationMs: 1 },
  ];
  const [delivered] = found.failure.deliveries;
  if (delivered === undefined) throw new Error('the sample has no delivery');
  const headers = [['X-Service-ApiKey', text] as const, ['X-Echo', text] as const];
  const deliveries = [{ ...delivered, url: `https://localhost/${text}`, headers, body: `{"secret":"${text}","note":"(${text})"}` }];
  const failure = {
    ...found.failure,
    message: `It said ${text}.`,
    expected: text,
    actual: `"${text}"`,
    counterexample: `{"value":"${text}"}`,
    exchanges,
    deliveries,
  };
  return { ...found, reason: `because of ${text}`, known: `see ${text}`, failure };
}

/** All reports of a run whose only rule has the text everywhere, in every form that a reader could unescape. */
function reports(places: Places, secrets: readonly Secret[]): readonly string[] {
  const planted = resultWith(places);
  const result = redacted(planted, secrets);
  const skipped = redacted({ ...planted, id: 'IDEM-04', outcome: 'skip' }, secrets);
  const kept = planted.failure?.exchanges.map((exchange) => ({ rule: 'IDEM-03', exchange })) ?? [];
  const run = {
    ...sampleResult(),
    exchanges: redactedExchanges(kept, secrets),
    rules: [result, skipped, { ...result, id: 'IDEM-05' as const, outcome: 'pass' as const }],
  };
  return reporterKinds.map((kind) => stripVTControlCharacters(render(kind, run)));
}

/** The report, and the report with one or two layers of escapes removed, so that nothing hides behind them. */
function readings(report: string): readonly string[] {
  const unescaped = report
    .replaceAll(
      /&(amp|lt|gt|quot|#39|#10|#9|#13);/g,
      (_match, name: string) => ({ amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" })[name] ?? ' ',
    )
    .replaceAll(/\\u([0-9a-f]{4})/g, (_match, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  const slashes = unescaped.replaceAll(/\\(.)/g, '$1');
  return [report, unescaped, slashes, slashes.replaceAll(/\\(.)/g, '$1')];
}

/** The longest part of the text that a report shows, if it is long enough to reveal the secret. */
function leaks(report: string, text: string): string | undefined {
  const length = Math.max(7, Math.floor(text.length / 2));
  const lowered = readings(report).map((reading) => reading.toLowerCase());
  for (let at = 0; at + length <= text.length; at += 1) {
    const part = text.slice(at, at + length);
    if (lowered.some((reading) => reading.includes(part.toLowerCase()))) return part;
  }
  return undefined;
}

describe('no report', () => {
  test('holds a secret, plain or encoded, wherever a result had it', () => {
    fc.assert(
      fc.property(planted, ({ secrets: values, encoding }) => {
        const secrets = values.map((value, index) => ({ value, placeholder: `<KEY_${index}>` }));
        const [value = ''] = values;
        const text = encodings[encoding]?.(value) ?? value;
        for (const report of reports(everywhere(text), secrets)) {
          expect(leaks(report, value)).toBeUndefined();
          expect(leaks(report, text)).toBeUndefined();
        }
      }),
    );
  });

  test('holds a wrong credential that begins like a placeholder', () => {
    const value = 'aaaaaaaaaaaaa"<aaaaaaaaaaaaS';
    const places = { ...everywhere(value.slice(14)), sent: 'x' };
    for (const report of reports(places, [{ value, placeholder: '<KEY>' }])) expect(leaks(report, value.slice(14))).toBeUndefined();
  });

  test('holds a wrong credential that was made from a secret, as it was sent or as it was told again', () => {
    fc.assert(
      fc.property(secret, fc.constantFrom(...Object.values(alterations)), fc.nat({ max: 40 }), (value, alter, position) => {
        const altered = alter(value, position).toWellFormed();
        // By chance, a part of a secret may be short or a word that the sentence itself contains.
        fc.pre(altered.length > 6 && altered.split(' ').some((word) => /[A-Z\d]/.test(word.slice(1))));
        const places = { ...everywhere(altered), sent: 'x' };
        for (const report of reports(places, [{ value, placeholder: '<KEY>' }])) expect(leaks(report, altered)).toBeUndefined();
      }),
    );
  });

  test.for([
    ['kT4-very-secret-value-9x', 'the service answered 404 to GET /api/v3/1/Anagrafica/41'],
    ['license-key-of-1', 'company 1: its license is accepted'],
  ] as const)('hides what is no secret, where %s is one', ([value, text]) => {
    const places = { ...everywhere(text), credential: 'wrong' };
    for (const report of reports(places, [{ value, placeholder: '<KEY>' }])) expect(report).toContain(text);
  });

  test('hides which secret was sent', () => {
    const secrets = [{ value: 'kT4-very-secret-value-9x', placeholder: '<LICENSE_KEY of company 2>' }];
    expect(reports(everywhere('kT4-very-secret-value-9x'), secrets)[0]).toContain('<LICENSE_KEY of company 2>');
  });
});

test('headers that are called like what every object of JavaScript has are shown as they came', () => {
  const rawHeaders = ['constructor', 'a', '__proto__', 'b', 'X-Token', 'c'];
  const exchange = {
    call: { method: 'GET', url: 'http://127.0.0.1/', headers: [] },
    answer: { status: 200, rawHeaders, body: '' },
    startedAt: 0,
    durationMs: 1,
  };
  const [shown] = redactedExchanges([{ rule: 'IDEM-03', exchange }], []);
  expect(shown?.exchange.answer?.rawHeaders).toEqual([...rawHeaders.slice(0, 5), '<ACCESS_TOKEN>']);
});
