/** A request as it came over the wire. */
export interface Call {
  readonly method: string;
  readonly path: string;
  /** With names in their original case. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
  /** The encoding of the body. Absent for UTF-8. */
  readonly encoding?: 'latin1' | undefined;
  /** Whether the caller has closed the connection. */
  readonly isAbandoned?: () => boolean;
  /** Whether the caller has reset the connection. */
  readonly isReset?: () => boolean;
}

/** An answer on its way back. */
export interface Answer {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
  /** Sent instead of the body, with a pause after each piece. */
  readonly pieces?: readonly (string | Uint8Array)[];
  readonly pauseMs?: number;
}

/** Sends a request to the correct service. */
export type Forward = (request: Call) => Promise<Answer>;

type Message = Pick<Call, 'headers'>;

export function headerOf(message: Message, name: string): string | undefined {
  return message.headers.find(([other]) => other.toLowerCase() === name.toLowerCase())?.[1];
}

export function without<T extends Message>(message: T, name: string): T {
  return { ...message, headers: message.headers.filter(([other]) => other.toLowerCase() !== name.toLowerCase()) };
}

export function withHeader<T extends Message>(message: T, name: string, value: string): T {
  const rest = without(message, name);
  return { ...rest, headers: [...rest.headers, [name, value]] };
}

/** A refusal in the correct form, so that a wrong refusal breaks no other rule. */
export function refusal(status: number): Answer {
  return {
    status,
    headers: [['Content-Type', 'application/problem+json'], ...(status === 401 ? ([['WWW-Authenticate', 'Bearer']] as const) : [])],
    body: JSON.stringify({ type: 'about:blank', title: 'Refused', status, code: 'refused' }),
  };
}

/** The body as an object. Empty if it is not one. */
export function bodyOf(message: { readonly body: string }): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(message.body);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** The message with another JSON body. */
export function withBody<T extends { readonly body: string }>(message: T, body: unknown): T {
  return { ...message, body: JSON.stringify(body) };
}

/** The entries of a list answer. */
export function entriesOf(answer: Answer): readonly Record<string, unknown>[] {
  const value: unknown = JSON.parse(answer.body);
  return Array.isArray(value) ? (value as Record<string, unknown>[]) : [];
}

export function isSuccess({ status }: { readonly status: number }): boolean {
  return status >= 200 && status < 300;
}
