import { sign } from '@business-cloud/events';
import { foreignText } from '../model/foreign-text.ts';
import { ServiceError } from '../model/service-error.ts';
import type { AddressPolicy } from './address-policy.ts';
import { requireAllowedLiteral } from './guarded-lookup.ts';
import { post } from './post.ts';
import type { TrustedAgent } from './trusted-agent.ts';

/** What is sent, and where. */
export interface Message {
  readonly url: string;
  /** The raw bytes: they are signed and sent as they are. */
  readonly body: Buffer;
  readonly secret: string;
}

/** Its result. An error without a status means that no answer came. */
export interface AttemptResult {
  readonly confirmed: boolean;
  readonly status: number | undefined;
  readonly error: string | undefined;
}

export interface Sender {
  /**
   * Makes one attempt.
   *
   * @throws the signal's own reason when that is aborted
   * @throws {ServiceError} `lookup-unanswered` when nothing could be dialled for a reason of ours: that is no attempt (D-09)
   */
  send(message: Message, signal: AbortSignal): Promise<AttemptResult>;
}

export interface SenderInput {
  readonly agent: TrustedAgent;
  readonly policy: AddressPolicy;
  /** The name of the signature header (D-13). */
  readonly signatureHeader: string;
  readonly now: () => number;
  readonly deadlineMs: number;
}

/** Signs and posts deliveries over HTTPS (EVT-01, SIG-01). */
export function createSender(input: SenderInput): Sender {
  return {
    async send(message, signal) {
      try {
        const status = await signAndPost(input, message, signal);
        const confirmed = status >= 200 && status <= 299; // DLV-01, DLV-02: a redirect is an answer like any other
        return { confirmed, status, error: confirmed ? undefined : `The receiver answered ${status}.` };
      } catch (error) {
        if (signal.aborted) throw signal.reason;
        if (error instanceof ServiceError && error.code === 'lookup-unanswered') throw error;
        return { confirmed: false, status: undefined, error: foreignText(describe(error)) };
      }
    },
  };
}

async function signAndPost(input: SenderInput, { url: address, body, secret }: Message, signal: AbortSignal): Promise<number> {
  const { agent, policy, signatureHeader, now, deadlineMs } = input;
  const url = new URL(address);
  if (url.protocol !== 'https:') throw new ServiceError('egress-refused', 'Deliveries go to https addresses only.'); // HOOK-08
  requireAllowedLiteral(url, policy);
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'business-cloud-service',
    [signatureHeader]: sign({ body, secret, timestamp: Math.floor(now() / 1000) }), // SIG-04: fresh on each attempt
  };
  return post(agent.current(), { url, headers, body, deadlineMs }, signal);
}

function describe(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return describe(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}
