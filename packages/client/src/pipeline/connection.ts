import type { ConnectionOptions } from '../client-options.ts';
import { InvalidArgumentError } from '../errors/error-classes.ts';
import { HEADER_WORD, HEADER_WORD_PATTERN } from '../generated/limits.ts';

/** The two base addresses, ready to have a path put after them. */
export interface Addresses {
  readonly admin: string;
  readonly customer: string;
}

/**
 * Checks the options once, so that a value that cannot be sent does not fail later, with a message that contains it.
 *
 * @throws {InvalidArgumentError}
 */
export function checkOptions(options: ConnectionOptions): Addresses {
  assertHeaderValue('apiKey', options.apiKey);
  assertHeaderValue('applicationId', options.applicationId);
  if (!HEADER_WORD_PATTERN.test(options.headerWord ?? HEADER_WORD)) refuse('headerWord', 'letters and digits, with hyphens inside');
  const { timeoutMs = 1 } = options;
  if (!(timeoutMs > 0)) refuse('timeoutMs', 'above 0');
  return { admin: parseBase('adminUrl', options.adminUrl), customer: parseBase('customerUrl', options.customerUrl) };
}

/** Header values are visible ASCII, with spaces inside. The message leaves the value out, because it may be secret. */
export function assertHeaderValue(name: string, value: string): string {
  if (typeof value !== 'string' || !/^[!-~]([ -~]*[!-~])?$/.test(value)) refuse(name, 'printable ASCII');
  return value;
}

function parseBase(name: string, value: string): string {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash) {
    refuse(name, 'an absolute http(s) address without user and query');
  }
  const { href } = url;
  let end = href.length;
  while (href[end - 1] === '/') end -= 1;
  return href.slice(0, end);
}

function refuse(name: string, expected: string): never {
  throw new InvalidArgumentError('invalid-argument', `${name} must be ${expected}.`);
}
