import type { DedupeStore } from '../dedupe/dedupe-store.ts';
import type { UnknownEvento } from '../evento/envelope.ts';
import type { Evento } from '../evento/evento.ts';
import type { WebhookError } from '../webhook-error.ts';
import type { SenderListOptions } from './sender-list.ts';

/** A webhook that sends to this endpoint. */
export interface WebhookSecret {
  /** Your name for the webhook: handed to `onEvent`, written in no answer. */
  readonly name: string;
  /** Its secret, exactly as the creation of the webhook answered it. */
  readonly secret: string;
}

/** What `onEvent` gets in addition to the event. */
export interface Delivery<Transaction> {
  /** The name of the webhook whose secret signed it; `default` where the receiver has one `secret`. */
  readonly webhook: string;
  /** When this attempt was signed, in Unix seconds. */
  readonly timestamp: number;
  /** The body as received. */
  readonly body: Uint8Array;
  /** The transaction of the dedupe store: what is written in it is written once. */
  readonly transaction: Transaction;
}

/** Work that failed. */
export interface Failure {
  readonly error: unknown;
  /** The event that was processed; undefined when the failure came earlier, for example in a `secrets` function. */
  readonly evento: Evento | UnknownEvento | undefined;
  /** Whether the delivery had been confirmed before: then the service will not send it again. */
  readonly answered: boolean;
}

export interface ReceiverBasics {
  /** The secret of the one webhook that sends to this endpoint. */
  readonly secret?: string;
  /**
   * The secrets of all webhooks that send to this endpoint, including the old and the new one during a rotation; or a function that returns them,
   * called for each delivery, so that they can change without a restart.
   */
  readonly secrets?: readonly WebhookSecret[] | (() => readonly WebhookSecret[] | Promise<readonly WebhookSecret[]>);
  /** How far the timestamp may be from now, before or after, in seconds. Default 300. */
  readonly toleranceSeconds?: number;
  /** The product word of the signature header. Default `Service`. */
  readonly headerWord?: string;
  /** Where deliveries may come from. Default: anywhere. */
  readonly senders?: SenderListOptions;
  /** The largest body, in bytes. Default 1 MiB. */
  readonly bodyBytesMax?: number;
  /** How long a body may take to arrive, in milliseconds. Default 10 000. */
  readonly bodyWithinMs?: number;
  /**
   * How long the answer waits for the work, in milliseconds: 204 when it is done, 500 when it failed, `whenLate` when it is still running (RCV-14).
   * 0 answers before the work. Default 2000.
   */
  readonly answerWithinMs?: number;
  /**
   * The answer when the work is still running: `accept` confirms with 202, so that the service does not send the event again, even if
   * the work fails; `retry` answers 503, so that the service sends it again, by when the work may be done. Default `accept`.
   */
  readonly whenLate?: 'accept' | 'retry';
  /** Called for each delivery that is refused. */
  readonly onRefused?: (error: WebhookError) => void;
  /** Called when work fails. Default: `console.error`. */
  readonly onFailure?: (failure: Failure) => void;
  /** The present time in Unix seconds. Default: the clock of this machine. */
  readonly nowSeconds?: () => number;
}

export interface ReceiverOptions<Transaction> extends ReceiverBasics {
  /** Remembers which events were processed. Default: `createMemoryDedupe()`. */
  readonly dedupe?: DedupeStore<Transaction>;
  /** Your work, once for each event. When it throws, the event counts as not processed. */
  readonly onEvent: (evento: Evento | UnknownEvento, delivery: Delivery<Transaction>) => void | Promise<void>;
}
