/** A whole HTTP answer as it goes out, and as an idempotency store keeps it: a replay has the same bytes. */
export interface Answer {
  /** The HTTP status. */
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** Empty for an answer without a body. */
  readonly body: string;
}

/** What a handler returns when all went well: the generated response types are of this form. */
export interface HandlerSuccess {
  readonly status: number;
  readonly headers?: object | undefined;
  readonly body?: unknown;
}

/** Turns a handler's success into the answer. A body that is a string is sent as it is (XML), every other one as JSON. */
export function successAnswer({ status, headers, body }: HandlerSuccess): Answer {
  if (body === undefined) return { status, headers: withHeaders(NO_BODY, headers), body: '' };
  if (typeof body === 'string') return { status, headers: withHeaders(XML, headers), body };
  // Undefined for a function, which cannot be sent: that is found before the answer is committed.
  return { status, headers: withHeaders(JSON_BODY, headers), body: JSON.stringify(body) };
}

const NO_BODY: Answer['headers'] = {};
const XML: Answer['headers'] = { 'content-type': 'application/xml; charset=utf-8' };
const JSON_BODY: Answer['headers'] = { 'content-type': 'application/json; charset=utf-8' };

function withHeaders(own: Answer['headers'], headers: object | undefined): Answer['headers'] {
  if (headers === undefined) return own;
  const all = { ...own };
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) all[name.toLowerCase()] = typeof value === 'number' ? String(value) : value;
  }
  return all;
}
