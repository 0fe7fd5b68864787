import type { WebhookError, WebhookErrorCode } from '../webhook-error.ts';
import type { Answer } from './receiver.ts';

/** Codes that are not answered with 400. A body that a parser consumed is a fault of this server: the service should send it again when that is fixed. */
const STATUSES: Partial<Record<WebhookErrorCode, number>> = {
  'body-not-bytes': 500,
  'method-not-post': 405,
  'sender-not-allowed': 403,
  'body-encoded': 415,
  'body-too-large': 413,
  'body-too-slow': 408,
  'body-incomplete': 408,
};

const HEADERS: Partial<Record<WebhookErrorCode, Readonly<Record<string, string>>>> = {
  'method-not-post': { Allow: 'POST' },
  'body-encoded': { 'Accept-Encoding': 'identity' },
  // The rest of the body must not be read as the next request.
  'body-too-large': { Connection: 'close' },
  'body-too-slow': { Connection: 'close' },
};

export function refusalOf(error: WebhookError): Answer {
  return answer(STATUSES[error.code] ?? 400, error.code, HEADERS[error.code]);
}

/** The answer to a delivery that the service has to send again. */
export function notProcessed(): Answer {
  return answer(500, 'not-processed');
}

export function answer(
  status: number,
  body = '',
  headers: Readonly<Record<string, string>> = {},
  finished: Promise<void> = Promise.resolve(),
): Answer {
  const type = body === '' ? undefined : { 'Content-Type': 'text/plain; charset=utf-8' };
  return { status, headers: { ...type, ...headers }, body, finished };
}
