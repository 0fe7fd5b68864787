import { describe, expect, test } from 'vitest';
import { shown, shownText, tellsSecret } from '../src/index.ts';

const KEY = 'kT4-very-secret';

describe('a value', () => {
  test.for([
    ['is replaced by its name', 'X-Acme-LicenseKey', 'anything', [], '[secret]'],
    ['is replaced by the name of a member', 'Password', 'anything', [], '[secret]'],
    ['that is a secret is replaced', 'detail', KEY, [KEY], '[secret]'],
    ['with a secret in it is replaced whole', 'detail', `it is ${KEY}.`, [KEY], '[secret]'],
    ['that is a word and a secret is replaced', 'title', 'wrong', ['wrong'], '[secret]'],
    ['with a word in it that is a secret stays', 'detail', 'the password is wrong', ['wrong', 'a'], 'the password is wrong'],
    ['that names something of the contract stays', 'code', 'conflict', ['conflict'], 'conflict'],
    ['stays where there is no secret', 'detail', 'a', [''], 'a'],
    ['that is empty stays', 'Secret', '', [], ''],
  ] as const)('%s', ([, name, value, secrets, expected]) => {
    expect(shown(name, value, secrets)).toBe(expected);
  });
});

test('a text that is JSON is looked into', () => {
  expect(shownText(`{"a":{"secret":"x"},"b":["${KEY}",1]}`, [KEY])).toBe('{"a":{"secret":"[secret]"},"b":["[secret]",1]}');
  expect(shownText('<p>', [KEY])).toBe('<p>');
  expect(shownText(`<p>${KEY}`, [KEY])).toBe('[secret]');
});

describe('an error', () => {
  const cyclic = Object.assign(new Error('x'), { self: {} });
  cyclic.self = cyclic;
  test.for([
    ['in its message', new Error(`it is ${KEY}`)],
    ['in its cause', new Error('x', { cause: new Error(KEY) })],
    ['in a member', Object.assign(new Error('x'), { config: { headers: { authorization: 'x' } } })],
    ['in one of many', new AggregateError([new Error(KEY)], 'x')],
    ['perhaps, in an object that shows more than it lists', Object.assign(new Error('x'), { request: new Headers({ a: KEY }) })],
    ['perhaps, as it cannot be looked through', cyclic],
  ] as const)('tells a secret %s', ([, error]) => {
    expect(tellsSecret(error, [KEY])).toBe(true);
  });

  test('that holds none tells none', () => {
    const cause = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', port: 1 });
    expect(tellsSecret(new TypeError('fetch failed', { cause }), [KEY])).toBe(false);
  });
});
