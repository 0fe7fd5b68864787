import { sign } from '@business-cloud/events';
import type { Dispatcher } from 'undici';
import { printable } from '#runtime';
import { ServerError } from '../server-error.ts';
import { post } from './post.ts';

/** What is sent, and where. */
export interface Message {
  /** Where it is sent. */
  readonly url: string;
  /** The raw bytes: they are signed and sent as they are. */
  readonly body: Buffer;
  /** The key of the signature. */
  readonly secret: string;
}

/** Its result. An error without a status means that no answer came. */
export interface AttemptResult {
  /** Whether the receiver answered 2xx, so that the event is not sent again. */
  readonly confirmed: boolean;
  /** The HTTP status of the answer; undefined if none came. */
  readonly status: number | undefined;
  /** Why the attempt is not confirmed, in words; undefined if it is. */
  readonly error: string | undefined;
}

/** Makes attempts, each of which is one POST. */
export interface Sender {
  /**
   * Makes one attempt.
   *
   * @throws the signal's own reason when that is aborted
   * @throws an error that is the sender's own: that is no attempt (D-09)
   */
  send(message: Message, signal: AbortSignal): Promise<AttemptResult>;
}

/** What a sender works with. */
export interface SenderInput {
  /** The connections of this moment. */
  readonly agent: () => Dispatcher;
  /** The name of the signature header (D-13). */
  readonly signatureHeader: string;
  /** The User-Agent of each delivery. */
  readonly userAgent: string;
  /** Milliseconds since the Unix epoch, for signatures. */
  readonly now: () => number;
  /** How long one attempt may take, in milliseconds. */
  readonly deadlineMs: number;
  /** Throws for an address that nothing may be sent to. By default every https address is allowed. */
  readonly requireAllowed?: ((url: URL) => void) | undefined;
  /** Whether an error is the sender's own, and no fault of the receiver. By default none is. */
  readonly isOwnFault?: ((error: unknown) => boolean) | undefined;
}

/** The longest description of an error: the message of a failed connection holds all names of a certificate. */
const ERROR_CHARACTERS_MAX = 500;

/**
 * Signs and posts deliveries over HTTPS (EVT-01, SIG-01).
 *
 * @example
 * const { current: agent } = createTrustedAgent({ caFile: 'ca.pem' });
 * const signatureHeader = 'Service-Signature';
 * const sender = createSender({ agent, signatureHeader, userAgent: 'my-stand-in', now: Date.now, deadlineMs: 10_000 });
 */
export function createSender(input: SenderInput): Sender {
  return {
    async send(message, signal) {
      try {
        const status = await signAndPost(input, message, signal);
        const confirmed = status >= 200 && status <= 299; // DLV-01, DLV-02: a redirect is an answer like any other
        return { confirmed, status, error: confirmed ? undefined : `The receiver answered ${status}.` };
      } catch (error) {
        if (signal.aborted) throw signal.reason;
        if (input.isOwnFault?.(error)) throw error;
        return { confirmed: false, status: undefined, error: printable(describe(error), ERROR_CHARACTERS_MAX) };
      }
    },
  };
}

async function signAndPost(input: SenderInput, { url: address, body, secret }: Message, signal: AbortSignal): Promise<number> {
  const { agent, requireAllowed, signatureHeader, userAgent, now, deadlineMs } = input;
  const url = new URL(address);
  if (url.protocol !== 'https:') throw new ServerError('egress-refused', 'Deliveries go to https addresses only.'); // HOOK-08
  requireAllowed?.(url);
  const headers = {
    'content-type': 'application/json',
    'user-agent': userAgent,
    [signatureHeader]: sign({ body, secret, timestamp: Math.floor(now() / 1000) }), // SIG-04: fresh on each attempt
  };
  return post(agent(), { url, headers, body, deadlineMs }, signal);
}

function describe(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return describe(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}
