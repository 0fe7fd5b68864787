import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** An incoming delivery. */
export interface Arrival {
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly remoteAddress: string;
}

/** The values that a receiver reads from a signature header. */
export interface Signed {
  readonly t: string | undefined;
  readonly v2: readonly string[];
}

export interface Evento {
  readonly Type: string;
  readonly Object: Readonly<Record<string, unknown>>;
  readonly EventGuid: string;
  readonly CompanyId: number;
  readonly ApplicationId?: string | null;
}

/** Remembers which events were processed. `claim` processes an event only the first time. */
export interface SeenEvents {
  claim(evento: Evento, signed: Signed, process: () => Promise<void>): Promise<void>;
}

/** The parts of a receiver, as people write them. A faulty receiver replaces some of them. */
export interface ReceiverParts {
  /** Reads the header. Undefined if something is missing. */
  readonly parse: (header: string) => Signed | undefined;
  readonly isFresh: (t: string, nowSeconds: number) => boolean;
  /** Computes the expected signature. */
  readonly sign: (secret: string, t: string, body: Buffer) => string;
  readonly isEqual: (expected: string, v2: string) => boolean;
  /** Whether one of the v2 values is right. */
  readonly anyMatches: (v2: readonly string[], isRight: (value: string) => boolean) => boolean;
  readonly readEvento: (body: Buffer) => Evento;
  readonly seenEvents: () => SeenEvents;
  /** Handles an event, before `processed` counts it. */
  readonly work: (evento: Evento) => Promise<void>;
  readonly isSender: (remoteAddress: string) => boolean;
  /** The name of the signature header, in lower case. */
  readonly headerName: string;
  /** Handles a delivery. @returns the status of the answer */
  readonly receive: (arrival: Arrival, receiver: Receiver) => Promise<number>;
  /** Writes the answer. */
  readonly answer: (status: number, response: ServerResponse) => void;
}

/** A running receiver. */
export interface Receiver {
  readonly parts: ReceiverParts;
  readonly secret: string;
  readonly seen: SeenEvents;
  /** Does the work and counts the event as processed. */
  readonly process: (evento: Evento) => Promise<void>;
}

const TOLERANCE_SECONDS = 300;

export const rightParts: ReceiverParts = {
  parse: (header) => {
    const elements = header.split(',').map(splitAtFirst);
    return {
      t: elements.find(([prefix]) => prefix === 't')?.[1],
      v2: elements.flatMap(([prefix, value]) => (prefix === 'v2' ? [value] : [])),
    };
  },
  isFresh: (t, nowSeconds) => /^\d+$/.test(t) && Math.abs(nowSeconds - Number(t)) <= TOLERANCE_SECONDS,
  sign: (secret, t, body) => createHmac('sha256', secret).update(`${t}.`).update(body).digest('hex'),
  isEqual: (expected, v2) => expected.length === v2.length && timingSafeEqual(Buffer.from(expected), Buffer.from(v2)),
  anyMatches: (v2, isRight) => v2.some(isRight),
  readEvento: (body) => JSON.parse(body.toString('utf8')),
  seenEvents: () => {
    const seen = new Set<string>();
    return {
      claim: async ({ EventGuid }, _signed, process) => {
        if (seen.has(EventGuid)) return;
        seen.add(EventGuid);
        await process();
      },
    };
  },
  work: async () => await sleep(2),
  isSender: (remoteAddress) => remoteAddress === '127.0.0.1',
  headerName: 'service-signature',
  answer: (status, response) => void response.writeHead(status).end(),
  receive: async (arrival, receiver) => {
    if (!receiver.parts.isSender(arrival.remoteAddress)) return 403;
    const signed = verified(arrival, receiver);
    if (signed === undefined) return 401;
    await receiver.seen.claim(receiver.parts.readEvento(arrival.body), signed, () =>
      receiver.process(receiver.parts.readEvento(arrival.body)),
    );
    return 204;
  },
};

/** The values of the signature header, if the signature is correct and the timestamp fresh. */
export function verified({ headers, body }: Arrival, { parts, secret }: Receiver): Signed | undefined {
  const header = headers[parts.headerName];
  const signed = typeof header === 'string' ? parts.parse(header) : undefined;
  if (signed?.t === undefined || !parts.isFresh(signed.t, Math.floor(Date.now() / 1000))) return undefined;
  const expected = parts.sign(secret, signed.t, body);
  return parts.anyMatches(signed.v2, (value) => parts.isEqual(expected, value)) ? signed : undefined;
}

export function splitAtFirst(element: string): readonly [prefix: string, value: string] {
  const at = element.indexOf('=');
  return at < 0 ? [element, ''] : [element.slice(0, at), element.slice(at + 1)];
}
