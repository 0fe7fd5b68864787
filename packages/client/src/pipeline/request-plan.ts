/**
 * What is to be sent, apart from any attempt to send it: nothing in it is used up by an attempt, and nothing in it changes. The body is kept
 * as it was serialised, so that a repetition sends the same bytes (IDEM-07).
 */
export interface RequestPlan {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: ArrayBuffer | undefined;
  readonly signal: AbortSignal;
}

/** The plan of a request. `path` holds the values of path parameters that callers are not asked for. */
export async function planRequest(request: Request, path: Readonly<Record<string, string>>): Promise<RequestPlan> {
  return {
    method: request.method,
    url: fillPath(request.url, path),
    headers: Object.fromEntries(request.headers),
    body: request.body === null ? undefined : await request.arrayBuffer(),
    signal: request.signal,
  };
}

/** The same plan with headers in place of, or beside, those that it has. */
export function withHeaders(plan: RequestPlan, headers: Readonly<Record<string, string>>): RequestPlan {
  const lowered = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  return { ...plan, headers: { ...plan.headers, ...Object.fromEntries(lowered) } };
}

/**
 * A fresh request for one attempt. Redirects are an error: following one would carry the keys of the headers to wherever it leads, and the
 * service has none.
 */
export function toRequest({ method, url, headers, body, signal }: RequestPlan): Request {
  return new Request(url, { method, headers, signal, redirect: 'error', ...(body === undefined ? {} : { body }) });
}

/** openapi-fetch leaves a parameter that it was not given as it stands in the path; URL has encoded its braces since. */
function fillPath(url: string, path: Readonly<Record<string, string>>): string {
  const filled = new URL(url);
  for (const [name, value] of Object.entries(path)) {
    filled.pathname = filled.pathname.replace(`%7B${name}%7D`, () => encodeURIComponent(value));
  }
  return filled.href;
}
