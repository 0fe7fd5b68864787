import { headerPairs } from '../http/answer.ts';
import type { Exchange } from '../model/exchange.ts';
import type { ConformanceResult } from '../model/result.ts';
import { suite } from './suite.ts';

/** How HAR writes an unknown size. */
const UNKNOWN = -1;

/** Every request of the run as HAR 1.2, which browsers and proxies can show. The comment of each names its rule. */
export function harReport({ exchanges = [], startedAt, seed }: ConformanceResult): string {
  const log = {
    version: '1.2',
    creator: { name: suite.name, version: suite.version },
    pages: [],
    entries: exchanges.map(({ rule, exchange }) => entry(rule, exchange)),
    comment: `started ${startedAt}, seed ${seed}`,
  };
  return `${JSON.stringify({ log }, null, 2)}\n`;
}

function entry(rule: string, exchange: Exchange): object {
  const { call, lost, startedAt, durationMs } = exchange;
  return {
    startedDateTime: new Date(startedAt).toISOString(),
    time: durationMs,
    request: request(call),
    response: response(exchange),
    cache: {},
    timings: { send: 0, wait: durationMs, receive: 0 },
    comment: lost === undefined ? rule : `${rule}; no answer: ${lost}`,
  };
}

function request({ method, url, headers, body }: Exchange['call']): object {
  return {
    method,
    url,
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: headers.map(([name, value]) => ({ name, value })),
    queryString: [...new URLSearchParams(url.split('#')[0]?.split('?')[1] ?? '')].map(([name, value]) => ({ name, value })),
    headersSize: UNKNOWN,
    bodySize: Buffer.byteLength(body ?? ''),
    ...(body !== undefined && { postData: { mimeType: headerIn(headers, 'content-type'), text: body } }),
  };
}

/** HAR has no form for a missing answer. Like browsers, this writes status 0. */
function response({ answer }: Exchange): object {
  const headers = headerPairs(answer?.rawHeaders ?? []);
  const size = Buffer.byteLength(answer?.body ?? '');
  return {
    status: answer?.status ?? 0,
    statusText: '',
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: headers.map(([name, value]) => ({ name, value })),
    content: { size, mimeType: headerIn(headers, 'content-type'), text: answer?.body ?? '' },
    redirectURL: headerIn(headers, 'location'),
    headersSize: UNKNOWN,
    bodySize: size,
  };
}

function headerIn(headers: readonly (readonly [name: string, value: string])[], name: string): string {
  return headers.find(([other]) => other.toLowerCase() === name)?.[1] ?? '';
}
