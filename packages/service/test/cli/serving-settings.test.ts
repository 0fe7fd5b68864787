import { expect, test } from 'vitest';
import { readFlags } from '#command-line';
import { SERVING_OPTIONS } from '../../src/cli/options.ts';
import { type ServingSettings, servingSettings } from '../../src/cli/serving-settings.ts';
import type { ServiceOptions } from '../../src/index.ts';
import { IN_MEMORY } from '../../src/store/sqlite/sqlite.ts';

function readAll(...args: string[]): ServingSettings {
  return servingSettings(readFlags(args, SERVING_OPTIONS).settings, { database: IN_MEMORY, logLevel: 'silent', drainSeconds: 7 });
}

function read(...args: string[]): ServiceOptions {
  return readAll(...args).service;
}

test('proxies are trusted where they are named, and a range that is none is refused', () => {
  expect([read().trustedProxies, read('--trusted-proxy', '10.0.0.0/8').trustedProxies]).toEqual([[], ['10.0.0.0/8']]);
  expect(() => read('--trusted-proxy', 'everything')).toThrow(/^--trusted-proxy is refused: /);
});

test('no origin is allowed but those that are named, and a text that is none is refused', () => {
  const origins = ['https://shop.example.com', 'http://localhost:3000'];
  expect([read().allowedOrigins, read(...origins.flatMap((origin) => ['--allow-origin', origin])).allowedOrigins]).toEqual([[], origins]);
  for (const wrong of ['*', 'null', 'shop.example.com', 'https://shop.example.com/', 'https://shop.example.com:443', 'data:x']) {
    expect(() => read('--allow-origin', wrong)).toThrow(/^--allow-origin is refused: /);
  }
});

test('a command has its own default for how long it drains, and it may be nothing', () => {
  expect([readAll().drainMs, readAll('--drain-seconds', '0').drainMs, readAll('--drain-seconds', '3').drainMs]).toEqual([7_000, 0, 3_000]);
});

test.for<[string, string, Partial<ServiceOptions>]>([
  ['attempts-in-flight', '7', { attemptsInFlightMax: 7 }],
  ['attempt-seconds', '7', { attemptDeadlineMs: 7_000 }],
  ['body-kib', '7', { bodyLimitBytes: 7 * 1024 }],
  ['connections', '7', { connectionsMax: 7 }],
  ['keep-events', '7d', { keepEventsMs: 7 * 86_400_000 }],
  ['lease-seconds', '7', { leaseMs: 7_000 }],
  ['lists', '7', { listsOfOneMax: 7 }],
  ['logins', '7', { loginsMax: 7 }],
  ['retry-delays', '7s', { retryDelaysMs: [7_000] }],
  ['statement-seconds', '7', { statementTimeoutMs: 7_000 }],
  ['token-lifetime', '7h', { tokenLifetimeMs: 7 * 3_600_000 }],
  ['waiting-writes', '7', { waitingWritesMax: 7 }],
])('--%s %s is what the service is started with, and it has a default that the help names', ([name, value, started]) => {
  expect(read(`--${name}`, value)).toMatchObject(started);
  for (const member of Object.keys(started)) expect(read()).not.toHaveProperty(member);
  expect(SERVING_OPTIONS.find((option) => option.name === name)?.help).toMatch(/\(default: [^)]+\)$/);
});

test.for([
  ['attempts-in-flight', '0'],
  ['body-kib', '0'],
  ['body-kib', '16385'],
  ['connections', '0'],
  ['drain-seconds', '-1'],
  ['drain-seconds', '3601'],
  ['lists', '0'],
  ['logins', '0'],
  ['token-lifetime', '59s'],
  ['token-lifetime', 'forever'],
  ['waiting-writes', '-1'],
] as const)('--%s %s is refused at the start, in one sentence', ([name, value]) => {
  expect(() => read(`--${name}`, value)).toThrow(new RegExp(`^--${name} must be [^\\n]+; it is ${value}\\.$`));
});
