/** One attempt of the target to deliver an event to the suite's receiver. */
export interface Attempt {
  /** The HTTP method, in capitals. */
  readonly method: string;
  /** The path of the request, with its query. */
  readonly path: string;
  /** Names and values alternate, in the order received. */
  readonly rawHeaders: readonly string[];
  /** The bytes received: signatures are made over them, not over a re-encoding. */
  readonly body: Buffer;
  /** Undefined if the connection was gone before it could be read. */
  readonly remoteAddress: string | undefined;
  /** When the body was complete, real time in Unix milliseconds. */
  readonly arrivedAt: number;
  /** How it was answered; undefined while that is decided. */
  reply?: Reply;
}

/** A connection that is left to hang: no answer on it ends until it is over, by whichever side. */
export interface Hang {
  /** Settles when it is over: what hangs then is confirmed. */
  readonly over: Promise<unknown>;
  /** How long the target kept it before it gave it up, in milliseconds; undefined if it has not done so. */
  readonly givenUpAfterMs: number | undefined;
  /** Called when the target has ended the connection. */
  ended(): void;
}

/**
 * How the receiver answers one attempt: with a status, at once or after a while, by resetting the connection or by closing it in good order,
 * by saying nothing for a while before it closes, by saying nothing for as long as the target waits, or by beginning an answer whose body goes on
 * for as long as that.
 */
export type Reply =
  | {
      /** The HTTP status. */
      readonly status: number;
      /** Headers by their names. Default: none. */
      readonly headers?: Readonly<Record<string, string>>;
      /** The body. Default: empty. */
      readonly body?: string;
      /** How long the answer is held back, in milliseconds. Default: not at all. */
      readonly afterMs?: number;
      /** Whether nothing but the end of the connection tells where the body ends. */
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
      /** A status with which the answer begins, and goes no further. Absent: nothing is answered. */
      readonly beginsWith?: number;
    };

/** Decides the answer to an attempt. `index` counts all attempts at the endpoint, from 0. */
export type Script = (index: number, attempt: Attempt) => Reply;

/** One path of the receiver, for one webhook: what arrived there. */
export interface Endpoint {
  /** The last part of its path. */
  readonly name: string;
  /** What arrived, in its order. */
  readonly attempts: readonly Attempt[];
  /** How often something was forgotten: a reader that counts on from a place must begin again. */
  readonly forgettings: number;
  /**
   * Waits for what ought to arrive, longer than the configuration says where other deliveries take long too, or none came meanwhile; false
   * when it did not.
   * @param configuredMs what the configuration gives a delivery
   * @param others it may arrive at one of them as well
   */
  arrives(condition: () => boolean, configuredMs: number, others?: readonly Endpoint[]): Promise<boolean>;
  /** How long it is waited for. */
  patience(configuredMs: number): number;
  /** Waits until the condition holds; false when it did not in as much time as this process had. */
  until(condition: () => boolean, withinMs: number): Promise<boolean>;
  /** Drops what is no longer of use, except the first attempts: a long run must not keep all that came. */
  forget(mostKept: number, isOver: (attempt: Attempt) => boolean): void;
}

/** A port beside the receiver's own, at which connections can be refused. */
export interface ExtraPort {
  /** Connections that were let in or broken off. */
  readonly connections: number;
  /** From here on connections are refused; those that are open end. */
  shut(): Promise<void>;
  /** Lets them in again; false when another process has taken the port meanwhile. */
  reopen(): Promise<boolean>;
  /** The next connection is broken off before it is secured. */
  breakNext(): void;
}
