import { callable, milliseconds, type OptionKind, type OptionKinds, oneOf, record, required, text, wholeNumber } from '#runtime';
import type { DedupeStore } from '../dedupe/dedupe-store.ts';
import type { UnknownEvento } from '../evento/envelope.ts';
import type { Evento, EventoByType } from '../evento/evento.ts';
import type { EventoType } from '../generated/events.ts';
import { headerWordKind } from '../signature/header-word.ts';
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
  /** The name of the webhook that signed it, or `default` if the receiver has one `secret`. */
  readonly webhook: string;
  /** When this attempt was signed, in Unix seconds. */
  readonly timestamp: number;
  /** The body as received. */
  readonly body: Uint8Array;
  /** The transaction of the dedupe store. What you write in it is written once. */
  readonly transaction: Transaction;
}

/** Work that failed. */
export interface Failure {
  /** What was thrown. Its `code` is `work-too-slow` for work that did not end within `workWithinMs`. */
  readonly error: unknown;
  /** The event that was processed, or undefined if the failure came earlier, for example in a `secrets` function. */
  readonly evento: Evento | UnknownEvento | undefined;
  /** Whether the delivery had been confirmed before. The service will not send it again then. */
  readonly answered: boolean;
}

/** The secrets that a receiver knows: one, or several. */
export type ReceiverSecrets = OneSecret | SeveralSecrets;

/** A receiver of one webhook. */
interface OneSecret {
  /** The secret of the one webhook that sends to this endpoint. */
  readonly secret: string;
  /** Absent: there is one secret. */
  readonly secrets?: undefined;
}

/** A receiver of several webhooks, or of one whose secret changes. */
interface SeveralSecrets {
  /** Absent: there are several secrets. */
  readonly secret?: undefined;
  /**
   * The secrets of all webhooks that send to this endpoint, with the old and the new one during a rotation. Or a function that returns them,
   * called for each delivery, so that they can change without a restart. It may take `answerWithinMs`, and at least a second.
   */
  readonly secrets: readonly WebhookSecret[] | (() => readonly WebhookSecret[] | Promise<readonly WebhookSecret[]>);
}

/** What may be said besides secrets and work. */
export interface ReceiverBasics {
  /** How far the timestamp may be from now, before or after, in seconds. Default 300. */
  readonly toleranceSeconds?: number | undefined;
  /** The product word of the signature header. Default `Service`. */
  readonly headerWord?: string | undefined;
  /** Where deliveries may come from. Default: anywhere. */
  readonly senders?: SenderListOptions | undefined;
  /** The largest body, in bytes. Default 1 MiB. */
  readonly bodyBytesMax?: number | undefined;
  /** How long a body may take to arrive, in milliseconds. Default 10 000. */
  readonly bodyWithinMs?: number | undefined;
  /**
   * How long the answer waits for the work, in milliseconds: 204 if it is done, 500 if it failed, `whenLate` if it is still running (RCV-14).
   * With 0 the answer comes before the work. Default 2000.
   */
  readonly answerWithinMs?: number | undefined;
  /**
   * After how long work counts as lost, in milliseconds. Then `onFailure` is called, the store hears that it failed, and a delivery that waits for the
   * same event does the work itself. Default 300 000.
   */
  readonly workWithinMs?: number | undefined;
  /**
   * The answer if the work is still running. `accept` confirms with 202, so that the service does not send the event again, even if
   * the work fails. `retry` answers 503, so that the service sends it again. The work may be done by then. Default `accept`.
   */
  readonly whenLate?: 'accept' | 'retry' | undefined;
  /** Called for each delivery that is refused. */
  readonly onRefused?: ((error: WebhookError) => void) | undefined;
  /** Called when work fails. Default: `console.error`. */
  readonly onFailure?: ((failure: Failure) => void) | undefined;
  /** The present time in Unix seconds. Default: the clock of this machine. */
  readonly nowSeconds?: (() => number) | undefined;
}

/** Your work for an event. */
export type EventHandler<Transaction, Event = Evento | UnknownEvento> = (
  event: Event,
  delivery: Delivery<Transaction>,
) => void | Promise<void>;

/** Your work by the type of the event, such as `'Documento.Emit'`. */
export type EventHandlers<Transaction> = {
  readonly [Type in EventoType]?: EventHandler<Transaction, EventoByType[Type]> | undefined;
} & {
  /** Takes the events that have no handler of their own. If it is absent, nothing is done for them. */
  readonly other?: EventHandler<Transaction> | undefined;
};

/** What is done with the event of each delivery. */
export interface ReceiverWork<Transaction> {
  /** Remembers which events were processed. Default: `createMemoryDedupe()`. */
  readonly dedupe?: DedupeStore<Transaction> | undefined;
  /** Your work, once for each event: a function, or one for each type of event. If it throws, the event counts as not processed. */
  readonly onEvent: EventHandler<Transaction> | EventHandlers<Transaction>;
}

/** Options of `createReceiver`: secrets and work are required, the rest has defaults. */
export type ReceiverOptions<Transaction> = ReceiverBasics & ReceiverSecrets & ReceiverWork<Transaction>;

/** A number of seconds. `Infinity` is a tolerance without end. */
const seconds: OptionKind = {
  expected: 'a number of seconds, 0 or more',
  accepts: (value) => typeof value === 'number' && value >= 0,
};

export const RECEIVER_KINDS: OptionKinds<ReceiverOptions<unknown>> = {
  secret: text,
  secrets: {
    expected: 'a list of { name, secret }, or a function',
    accepts: (value) => typeof value === 'function' || Array.isArray(value),
  },
  toleranceSeconds: seconds,
  headerWord: headerWordKind,
  senders: record(),
  bodyBytesMax: wholeNumber(1),
  bodyWithinMs: milliseconds(1),
  answerWithinMs: milliseconds(0),
  workWithinMs: milliseconds(1),
  whenLate: oneOf('accept', 'retry'),
  onRefused: callable,
  onFailure: callable,
  nowSeconds: callable,
  dedupe: record('once'),
  onEvent: required({
    expected: 'a function, or an object of functions by types of events',
    accepts: (value) => callable.accepts(value) || record().accepts(value),
  }),
};
