import { createHmac } from 'node:crypto';
import { createServer } from 'node:https';
import { Agent } from 'undici';
import type { Identity } from '../../src/receiver/authority.ts';
import type { DeliveryFault } from '../mutant.ts';
import { headerOf } from './message.ts';
import { listen, read } from './proxy.ts';

/** An attempt on its way to a receiver. */
export interface Delivered {
  /** The Url of the receiver. */
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
  /** The secret of the webhook. */
  readonly secret: string;
  /** The secrets of all webhooks so far, the oldest first. */
  readonly secrets: readonly string[];
  /** Earlier attempts to deliver this event to this webhook. */
  readonly earlierAttempts: readonly Pick<Delivered, 'url' | 'headers' | 'body'>[];
}

/** Sends an attempt to the receiver. @returns the status of the answer */
export type Deliver = (delivery: Sent) => Promise<number>;

export interface Sent extends Pick<Delivered, 'url' | 'headers' | 'body'> {
  /** The address to send from. */
  readonly from?: string;
  /** Whether to follow a redirect too. The receiver's own answer still counts. */
  readonly follow?: boolean;
  /** Whether to leave out the query of the Url. */
  readonly withoutQuery?: boolean;
  /** How long to wait for an answer. Absent to wait as long as the service does. */
  readonly withinMs?: number;
  /** Whether to take the status of an informational answer for the final one. */
  readonly takesFirstStatus?: boolean;
  /** The status that an answer counts as. By default its own. */
  readonly countedAs?: (status: number, headers: Readonly<Record<string, unknown>>) => number;
  /** Whether to wait for the end of an answer that has begun, even if the service no longer does. */
  readonly untilEnd?: boolean;
}

/** An HTTPS server between the service and the receivers of its events. */
export interface Relay {
  /** The URL of the relay that takes the place of a receiver's. */
  readonly urlFor: (receiverUrl: string) => string;
  readonly receiverUrl: (relayUrl: string) => string;
  readonly knowSecret: (secret: string) => void;
  readonly close: () => Promise<void>;
}

/** @param identity the relay's own, for `localhost`. The same CA signs the certificates of receivers */
export async function startRelay(identity: Identity, fault: DeliveryFault): Promise<Relay> {
  const secrets = new Set<string>();
  /** The last secret that was used at each URL, which is the most likely one. */
  const latest = new Map<string, string>();
  const secretOf = (receiver: string, signature: string, body: string): string =>
    [latest.get(receiver) ?? '', ...secrets].find((secret) => isSigned(secret, signature, body)) ?? '';
  const attempts = new Map<string, Delivered['earlierAttempts']>();
  const agents = new Map<string, Agent>();
  const trusting = (localAddress = '127.0.0.1'): Agent => {
    const known = agents.get(localAddress);
    if (known) return known;
    const agent = new Agent({ localAddress, connect: { ca: identity.authority } });
    agents.set(localAddress, agent);
    return agent;
  };
  const server = createServer({ cert: identity.certificate, key: identity.key, keepAliveTimeout: 0 }, async (incoming, response) => {
    // When the service gives up, the relay does too.
    const givenUp = new AbortController();
    response.once('close', () => {
      if (!response.writableFinished) givenUp.abort();
    });
    try {
      const { path, headers, body } = await read(incoming);
      const url = decode(path);
      const secret = secretOf(url, headerOf({ headers }, 'Service-Signature') ?? '', body);
      latest.set(url, secret);
      const event = `${secret} ${String((JSON.parse(body) as { EventGuid?: unknown }).EventGuid)}`;
      const earlierAttempts = attempts.get(event) ?? [];
      attempts.set(event, [...earlierAttempts, { url, headers, body }]);
      const delivery = { url, headers, body, secret, secrets: [...secrets], earlierAttempts };
      const status = await fault(delivery, (sent) => post(trusting(sent.from), sent, givenUp.signal));
      response.writeHead(status).end();
    } catch {
      response.writeHead(502).end();
    }
  });
  const port = await listen(server as never);
  return {
    urlFor: (receiverUrl) => `https://localhost:${port}/${Buffer.from(receiverUrl).toString('base64url')}`,
    receiverUrl: (relayUrl) => (relayUrl.startsWith(`https://localhost:${port}/`) ? decode(new URL(relayUrl).pathname) : relayUrl),
    knowSecret: (secret) => void secrets.add(secret),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      for (const agent of agents.values()) await agent.destroy();
    },
  };
}

async function post(agent: Agent, sent: Sent, givenUp: AbortSignal): Promise<number> {
  const { url, headers, body, follow, withoutQuery, withinMs, untilEnd, takesFirstStatus, countedAs } = sent;
  const { origin, pathname, search } = new URL(url);
  const ended = new AbortController();
  const end = (): void => ended.abort();
  givenUp.throwIfAborted();
  givenUp.addEventListener('abort', end);
  let first: number | undefined;
  const response = await agent.request({
    origin,
    path: withoutQuery ? pathname : pathname + search,
    method: 'POST',
    headers: headers.flat(),
    body,
    onInfo: ({ statusCode }) => {
      first ??= statusCode;
    },
    signal: withinMs === undefined ? ended.signal : AbortSignal.any([ended.signal, AbortSignal.timeout(withinMs)]),
  });
  if (untilEnd) givenUp.removeEventListener('abort', end);
  await response.body.dump();
  const { location } = response.headers;
  if (follow && typeof location === 'string') await post(agent, { url: location, headers, body }, givenUp);
  return (takesFirstStatus ? first : undefined) ?? countedAs?.(response.statusCode, response.headers) ?? response.statusCode;
}

function isSigned(secret: string, signature: string, body: string): boolean {
  const timestamp = /t=(\d+)/.exec(signature)?.[1] ?? '';
  return secret !== '' && signature.includes(createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex'));
}

function decode(path: string): string {
  return Buffer.from(path.slice(1), 'base64url').toString();
}
