import type { OutgoingRequest } from './client-options.ts';
import type { ClientEvent } from './reporting/client-event.ts';

type Attributes = Readonly<Record<string, string | number>>;

/** The part of an OpenTelemetry span that is used; those of `@opentelemetry/api` have it. */
export interface Span {
  /** Adds attributes by the names of the semantic conventions. */
  setAttributes(attributes: Record<string, string | number>): unknown;
  /** Notes that something happened now, such as `wait`. */
  addEvent(name: string, attributes?: Record<string, string | number>): unknown;
  /** Marks the span as failed: code 2 is ERROR. */
  setStatus(status: { readonly code: number }): unknown;
  /** Ends the span now. It is called once. */
  end(): void;
  /** With it, each attempt carries a `traceparent`, so that the service can continue the trace. */
  spanContext?(): { readonly traceId: string; readonly spanId: string; readonly traceFlags: number };
}

/** Options of a client that trace its calls. */
export interface Tracing {
  /** Keeps the spans: one begins and ends with each call. */
  readonly onEvent: (event: ClientEvent) => void;
  /** Gives each attempt the `traceparent` of its span. */
  readonly beforeRequest: (request: OutgoingRequest) => { readonly traceparent: string } | undefined;
}

/** The part of a tracer that is used. */
export interface Tracer {
  /** Begins a span as a child of the current one. Kind 2 is CLIENT. */
  startSpan(name: string, options: { readonly kind: number; readonly attributes: Record<string, string | number> }): Span;
}

/** SpanKind.CLIENT and SpanStatusCode.ERROR of the specification. */
const KIND_CLIENT = 2;
const STATUS_ERROR = 2;

/**
 * A span for each call, named as the operation, with the attributes of the semantic conventions for HTTP clients and an event for each
 * wait and lost connection. Each attempt carries the `traceparent` of its span (W3C Trace Context).
 *
 * @example
 * createClient({ ...options, ...tracing(trace.getTracer('my-app')) });
 */
export function tracing(tracer: Tracer): Tracing {
  const spans = new Map<number, Span>();
  const onEvent = (event: ClientEvent): void => {
    if (!('call' in event)) return;
    if (event.type === 'start') {
      const { hostname, port, pathname } = new URL(event.url);
      const attributes = { 'http.request.method': event.method, 'server.address': hostname, 'url.path': pathname };
      const all = { ...attributes, ...(port === '' ? {} : { 'server.port': Number(port) }) };
      spans.set(event.call, tracer.startSpan(event.operation, { kind: KIND_CLIENT, attributes: all }));
      return;
    }
    const span = spans.get(event.call);
    if (!span) return;
    if (event.type === 'wait') span.addEvent('wait', { 'wait.ms': event.waitMs, 'wait.because': event.because });
    if (event.type === 'lost') span.addEvent('lost', { reason: event.reason });
    if (event.type === 'token-refused') span.addEvent('token-refused');
    if (event.type !== 'end') return;
    spans.delete(event.call);
    try {
      span.setAttributes({ ...outcome(event), 'http.request.resend_count': Math.max(0, event.attempts - 1) });
      if (event.code !== undefined || (event.status ?? 0) >= 400) span.setStatus({ code: STATUS_ERROR });
    } finally {
      span.end();
    }
  };
  return { onEvent, beforeRequest: ({ call }) => traceparent(spans.get(call)) };
}

function traceparent(span: Span | undefined): { readonly traceparent: string } | undefined {
  const context = span?.spanContext?.();
  if (!context) return undefined;
  const flags = (context.traceFlags & 0xff).toString(16).padStart(2, '0');
  return { traceparent: `00-${context.traceId}-${context.spanId}-${flags}` };
}

function outcome({ status, code }: { readonly status: number | undefined; readonly code: string | undefined }): Attributes {
  const type = code ?? (status !== undefined && status >= 400 ? String(status) : undefined);
  return {
    ...(status === undefined ? {} : { 'http.response.status_code': status }),
    ...(type === undefined ? {} : { 'error.type': type }),
  };
}
