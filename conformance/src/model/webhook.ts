import type { Call } from './exchange.ts';
import type { Json } from './json.ts';
import type { Company } from './target.ts';

/** One attempt of the target to deliver an event to the suite's receiver. */
export interface Attempt {
  /** The HTTP method, in upper case. */
  readonly method: string;
  /** The path of the request, with its query. */
  readonly path: string;
  /** Names and values alternate, in the order received. */
  readonly rawHeaders: readonly string[];
  /** The bytes received. Signatures cover these bytes, not a re-encoding of them. */
  readonly body: Buffer;
  /** Undefined if the connection closed before the address could be read. */
  readonly remoteAddress: string | undefined;
  /** When the last byte of the body arrived: real time in Unix milliseconds. */
  readonly arrivedAt: number;
  /** The reply; undefined until the script has chosen one. */
  reply?: Reply;
}

/** A hanging connection: the receiver completes no answer on it until either side ends it. */
export interface Hang {
  /** Settles when the hang is over. Deliveries that still hang are then confirmed. */
  readonly over: Promise<unknown>;
  /** How long the target waited before it gave up, in milliseconds; undefined if it has not given up. */
  readonly givenUpAfterMs: number | undefined;
  /** Called when the target closes the connection. */
  ended(): void;
}

/**
 * How the receiver answers one attempt: with a status (at once or later), by a connection reset or close, by silence before a close,
 * or by a hang. A hang is silent, or starts an answer whose body never ends.
 */
export type Reply =
  | {
      /** The HTTP status. */
      readonly status: number;
      /** Headers by name. Default: none. */
      readonly headers?: Readonly<Record<string, string>>;
      /** The body. Default: empty. */
      readonly body?: string;
      /** How long the answer is held back, in milliseconds. Default: not at all. */
      readonly afterMs?: number;
      /** Whether only the end of the connection marks the end of the body. */
      readonly isEndedByClose?: boolean;
    }
  | 'reset'
  | 'close'
  | {
      /** How long the connection stays open without an answer, in milliseconds. */
      readonly silentForMs: number;
    }
  | {
      /** The connection that hangs. */
      readonly hang: Hang;
      /** The status of an answer whose body never ends. Absent for no answer at all. */
      readonly beginsWith?: number;
    };

/** Chooses the reply to an attempt. `index` counts all attempts at the endpoint, from 0. */
export type Script = (index: number, attempt: Attempt) => Reply;

/** One path of the receiver, which serves one webhook, and the attempts that arrived there. */
export interface Endpoint {
  /** The last part of its path. */
  readonly name: string;
  /** What arrived, in order. */
  readonly attempts: readonly Attempt[];
  /** How often attempts were dropped. A reader that remembers its position must start again after each drop. */
  readonly forgettings: number;
  /**
   * Waits for an expected delivery. Waits longer than configured if other deliveries are slow or none arrives. False if it did not arrive.
   * @param configuredMs the configured time limit of a delivery
   * @param others endpoints at which the delivery may arrive instead
   */
  arrives(condition: () => boolean, configuredMs: number, others?: readonly Endpoint[]): Promise<boolean>;
  /** How long `arrives` waits. */
  patience(configuredMs: number): number;
  /** Waits until the condition holds. False if it did not within this much time, pauses of this process not counted. */
  until(condition: () => boolean, withinMs: number): Promise<boolean>;
  /** Drops finished attempts except the first ones, so that a long run does not use up the memory. */
  forget(mostKept: number, isOver: (attempt: Attempt) => boolean): void;
}

/** An extra port of the receiver that can refuse connections. */
export interface ExtraPort {
  /** The number of connections that were accepted or broken off. */
  readonly connections: number;
  /** Refuses new connections and closes the open ones. */
  shut(): Promise<void>;
  /** Accepts connections again. False if another process has taken the port. */
  reopen(): Promise<boolean>;
  /** Breaks off the next connection before the TLS handshake is complete. */
  breakNext(): void;
}

/** A webhook that the suite created, and the endpoint that receives its deliveries. */
export interface Webhook {
  /** Its identifier, as text. */
  readonly id: string;
  /** The key of its signatures. */
  readonly secret: string;
  /** The company whose events it gets. */
  readonly company: Company;
  /** Where its deliveries arrive. */
  readonly endpoint: Endpoint;
  /** The Url that it was created with. */
  readonly url: string;
  /** The event types that it was created for, as the target names them. */
  readonly events: readonly string[];
  /** As the answer to its creation contained it. */
  readonly concurrencyToken: Json;
  /** Turns a call into one of the webhook's user; absent if that is the run's own user. */
  readonly as?: (call: Call) => Call;
  /** Set when an expected event did not come: nothing reaches this webhook. */
  silent?: boolean;
}

/** An endpoint of the receiver with its URL, for a webhook. */
export interface OpenEndpoint {
  /** Where deliveries to it arrive. */
  readonly endpoint: Endpoint;
  /** The Url for the creation of a webhook. */
  readonly url: string;
}

/** The webhooks of one run, and the receiver behind them. */
export interface Webhooks {
  /** Every webhook of the run, in the order of their creation. */
  readonly all: readonly Webhook[];
  /** Opens an endpoint for a webhook that does not exist yet. @param rule the rule that needs the webhook */
  open(rule: string, script?: Script): Promise<OpenEndpoint>;
  /** Like `open`, with a port of its own; undefined if the configuration gives the receiver only one port. */
  openAside(rule: string, script?: Script): Promise<(OpenEndpoint & { readonly port: ExtraPort }) | undefined>;
  /** Records a webhook that was created. */
  add(webhook: Webhook): void;
  /** The webhook that watches a company for the whole run. The first caller creates it, and the next one tries again if that failed. */
  observer(company: Company, create: () => Promise<Webhook>): Promise<Webhook>;
  /** Keeps a webhook until the end of the run, whichever rule created it. @param owner the company whose license key created it */
  keep(webhook: Webhook, owner: Company): void;
}
