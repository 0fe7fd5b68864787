import {
  callable,
  type Given,
  milliseconds,
  type OptionKind,
  type OptionKinds,
  readOptions,
  record,
  required,
  text,
  wholeNumber,
} from '#runtime';
import type { ClientOptions, RetryOptions } from './client-options.ts';
import { HEADER_WORD_PATTERN } from './generated/limits.ts';
import { environmentLevel, levelKind, loggerKind } from './log-level.ts';
import { timeout } from './options/call-options.ts';
import { credential } from './options/credential.ts';
import { headerValue } from './options/header-value.ts';
import { invalid } from './options/invalid.ts';
import { licensesKind } from './options/licenses.ts';
import type { LogLevel } from './reporting/log.ts';

/** The options of a client, checked. Those that were undefined are not there. */
export interface Settings extends Given<ClientOptions> {
  readonly retry: Given<RetryOptions>;
  readonly logLevel: LogLevel;
}

const address: OptionKind = {
  expected: 'an absolute http(s) address without user and query',
  accepts(value) {
    if (typeof value !== 'string' || !URL.canParse(value)) return false;
    const { protocol, username, password, search, hash } = new URL(value);
    return /^https?:$/.test(protocol) && !(username || password || search || hash);
  },
};

const RETRY: OptionKinds<RetryOptions> = {
  maxAttempts: wholeNumber(1, 100),
  baseMs: milliseconds(0),
  capMs: milliseconds(0),
  budget: wholeNumber(0),
};

/** Those of calls by path too, so that one object serves every kind of client. */
const CLIENT: OptionKinds<ClientOptions> = {
  adminUrl: required(address),
  customerUrl: required(address),
  apiKey: required(credential(headerValue)),
  applicationId: required(headerValue),
  userName: required(text),
  password: required(credential(text)),
  headerWord: {
    expected: 'letters and digits, with hyphens inside',
    accepts: (value) => typeof value === 'string' && HEADER_WORD_PATTERN.test(value),
  },
  timeoutMs: timeout,
  retry: record(),
  tokenStorage: record('load', 'save'),
  onEvent: callable,
  beforeRequest: callable,
  afterAnswer: callable,
  logger: loggerKind,
  logLevel: levelKind,
  licenses: licensesKind,
  fetch: callable,
  clock: record('now', 'sleep'),
  random: callable,
  licenseKey: headerValue,
  validate: callable,
};

/** @throws {InvalidArgumentError} for options that cannot be used */
export function readSettings(options: ClientOptions): Settings {
  const settings = readOptions<ClientOptions>(options, CLIENT, invalid);
  const logLevel = settings.logLevel ?? environmentLevel() ?? (settings.logger ? 'warn' : 'off');
  return { ...settings, logLevel, retry: readOptions<RetryOptions>(settings.retry ?? {}, RETRY, invalid, 'retry.') };
}
