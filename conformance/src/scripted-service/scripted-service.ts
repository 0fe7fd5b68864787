import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ExecutionSettings, Reaction, Script, SeenRequest } from '../model/client-context.ts';
import type { Exchange } from '../model/exchange.ts';
import { RightAnswers, type WrittenAnswer } from './right-answers.ts';
import { type Route, routeOf } from './route.ts';

/** More requests than any client needs for one operation. A client that sends more would never stop. */
const MOST_REQUESTS = 200;

export interface ScriptedServiceOptions {
  readonly settings: ExecutionSettings;
  readonly version: string;
  readonly script: Script | undefined;
  readonly newToken: () => string;
  readonly isIssued: (token: string) => boolean;
  /** @param scripted whether the answer comes from the script */
  readonly onExchange: (exchange: Exchange, scripted: boolean) => void;
}

/** A service for one execution of a client. It answers correctly unless its script says otherwise. */
export interface ScriptedService {
  readonly adminUrl: string;
  readonly customerUrl: string;
  readonly requests: readonly SeenRequest[];
  /** Aborted once the client has sent too many requests. */
  readonly overrun: AbortSignal;
  close(): Promise<void>;
}

type Writable<T> = { -readonly [Member in keyof T]: T[Member] };

/** Starts the service on loopback, at a free port. */
export async function startScriptedService(options: ScriptedServiceOptions): Promise<ScriptedService> {
  const requests: Writable<SeenRequest>[] = [];
  const overrun = new AbortController();
  const closing = new AbortController();
  const rightAnswers = new RightAnswers(options.settings, options.newToken, options.isIssued);
  const { adminPath, customerPath } = options.settings;
  const bases = { admin: adminPath, customer: customerPath };

  const handle = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await bodyOf(incoming);
    if (requests.length >= MOST_REQUESTS) {
      overrun.abort();
      response.destroy();
      return;
    }
    const route = routeOf(incoming.method ?? '', incoming.url ?? '', bases, options.version);
    const request = seen(incoming, body, route);
    const before = [...requests];
    const reaction = options.script?.react(request, before);
    // Record the status before the answer is sent, because other requests may arrive meanwhile, and the script sees it.
    const answer = answered(reaction, () => rightAnswers.answer(request, route, before));
    if (reaction === undefined || 'status' in reaction || 'lateByMs' in reaction) request.status = answer?.status;
    requests.push(request);
    await delay(reaction, closing.signal);
    request.answeredAt = performance.now();
    const exchange = exchangeOf(incoming, request);
    if (answer === undefined || (reaction !== undefined && 'cut' in reaction)) {
      options.onExchange({ ...exchange, lost: 'the suite ended the connection', onPurpose: true }, true);
      await cut(response, answer, reaction !== undefined && 'cut' in reaction && reaction.cut === 'in the answer');
      return;
    }
    const rawHeaders = Object.entries(answer.headers).flat();
    options.onExchange({ ...exchange, answer: { status: answer.status, rawHeaders, body: answer.body } }, reaction !== undefined);
    write(response, answer);
  };

  const server = createServer((incoming, response) => {
    handle(incoming, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const address = `http://127.0.0.1:${port}`;
  return {
    adminUrl: address + adminPath,
    customerUrl: address + customerPath,
    requests,
    overrun: overrun.signal,
    close: async () => {
      closing.abort();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The answer; undefined if there is none at all. */
function answered(reaction: Reaction | undefined, right: () => WrittenAnswer): WrittenAnswer | undefined {
  if (reaction === undefined || 'lateByMs' in reaction) return right();
  if ('status' in reaction) return { status: reaction.status, headers: reaction.headers ?? {}, body: reaction.body ?? '' };
  return 'cut' in reaction && reaction.cut !== 'before the effect' ? right() : undefined;
}

async function delay(reaction: Reaction | undefined, signal: AbortSignal): Promise<void> {
  if (reaction === undefined || 'cut' in reaction) return;
  const ms = 'silentForMs' in reaction ? reaction.silentForMs : 'lateByMs' in reaction ? reaction.lateByMs : (reaction.afterMs ?? 0);
  if (ms > 0) await sleep(ms, undefined, { signal });
}

function write(response: ServerResponse, { status, headers, body }: WrittenAnswer): void {
  response.writeHead(status, status === 204 ? headers : { ...headers, 'Content-Length': Buffer.byteLength(body) }).end(body);
}

/** Ends the connection before the answer or in the middle of it. */
async function cut(response: ServerResponse, answer: WrittenAnswer | undefined, inTheAnswer: boolean): Promise<void> {
  if (answer !== undefined && inTheAnswer) {
    response.writeHead(answer.status, { ...answer.headers, 'Content-Length': Buffer.byteLength(answer.body) + 1 });
    await new Promise<void>((resolve) => response.write(answer.body.slice(0, -1) || ' ', () => resolve()));
  }
  response.destroy();
}

function seen(incoming: IncomingMessage, body: string, route: Route | undefined): Writable<SeenRequest> {
  const headers = pairs(incoming.rawHeaders);
  const now = performance.now();
  return {
    operation: route?.operation,
    method: incoming.method ?? '',
    path: incoming.url ?? '',
    companyId: route?.companyId,
    headers,
    body,
    token: /^bearer +([^ ].*)$/i.exec(incoming.headers.authorization ?? '')?.[1],
    key: headers.find(([name]) => name.toLowerCase() === 'idempotency-key')?.[1],
    arrivedAt: now,
    status: undefined,
    answeredAt: now,
  };
}

function exchangeOf({ headers: { host } }: IncomingMessage, request: SeenRequest): Exchange {
  const { method, path, headers, body, operation, arrivedAt, answeredAt } = request;
  const call = { method, url: `http://${host}${path}`, headers, ...(body !== '' && { body }), ...(operation && { operation }) };
  return {
    call,
    startedAt: Math.round(performance.timeOrigin + arrivedAt),
    durationMs: Math.round(answeredAt - arrivedAt),
    order: { began: arrivedAt, ended: answeredAt },
  };
}

function pairs(raw: readonly string[]): readonly (readonly [string, string])[] {
  return raw.flatMap((name, index) => (index % 2 === 0 ? [[name, raw[index + 1] ?? ''] as const] : []));
}

async function bodyOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
