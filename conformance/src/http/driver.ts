import { setTimeout as sleep } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { Agent, errors, ProxyAgent } from 'undici';
import type { Answer, Call, Cut, Exchange } from '../model/exchange.ts';
import { header } from './answer.ts';
import { sendAndCut } from './cut.ts';
import { framed } from './framed.ts';
import { againWhileLost, LostAnswer } from './lost-answer.ts';
import type { Pace } from './pace.ts';
import { AnsweredKeys, mayBeSentAgain, withOwnKey } from './sent-again.ts';
import { stoppedBy } from './stopped.ts';
import { type TlsIdentity, trusting } from './trusting.ts';
import { NoAnswerInTime, wholeAnswer } from './whole-answer.ts';

export interface Extra {
  readonly origins: ReadonlySet<string>;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly proxy?: string | undefined;
}

export interface DriverOptions {
  /** How long one answer may take. Slow answers are allowed, silence is not. */
  readonly answerWithinMs: number;
  /** The longest Retry-After that the driver waits for. With a longer one, the check gets the 429. */
  readonly longestWaitMs: number;
  /** Limits how often calls are sent. Default: no limit. */
  readonly pace?: Pace | undefined;
  /** The certificates of TLS connections. */
  readonly tls?: TlsIdentity | undefined;
  /** What only requests to these origins get: headers that no exchange shows, and an HTTP proxy. */
  readonly extra?: Extra;
  /** Whether connections are reused for later calls. Default: true. */
  readonly keepAlive?: boolean | undefined;
  /** The address of this machine to send from. */
  readonly localAddress?: string | undefined;
  /** After it is aborted, no more calls are sent. */
  readonly signal?: AbortSignal | undefined;
}

/** The wait after an answer that allows an immediate retry, the one after a 429 without Retry-After, and the sum of the latter. */
const LEAST_WAIT_MS = 50;
const UNTOLD_WAIT_MS = 1_000;
const LONGEST_UNTOLD_MS = 3_000;

/** Counts what this process sent and received, because the clock is too coarse to tell which exchanges overlap. */
let places = 0;

function nextPlace(): number {
  places += 1;
  return places;
}

const decoders: ReadonlyMap<string, (bytes: Buffer) => Buffer> = new Map([
  ['gzip', gunzipSync],
  ['x-gzip', gunzipSync],
  ['deflate', inflateSync],
  ['br', brotliDecompressSync],
]);

/** Sends calls to the target over HTTP/1.1, exactly as they are written. */
export class Driver {
  readonly #options: DriverOptions;
  #agent: Agent;
  #proxied: ProxyAgent | undefined;
  #keepAlive: boolean;
  readonly #underWay = new Set<Promise<unknown>>();
  /** Requests that kept getting 429 without Retry-After. */
  readonly #limited = new Set<string>();
  readonly #answeredKeys = new AnsweredKeys();
  /** Set once the answer to a creation without a key was lost. From then on each creation gets a key, so that it can be sent again. */
  #losesCreations = false;

  constructor(options: DriverOptions) {
    this.#options = options;
    this.#keepAlive = options.keepAlive ?? true;
    this.#agent = this.#newAgent();
    this.#proxied = this.#newProxyAgent();
  }

  get keepAlive(): boolean {
    return this.#keepAlive;
  }

  /**
   * Uses a new connection for each call from now on. A target may close a connection after any answer, and a call at that moment is lost.
   * Nobody is at fault, so the suite gives up reuse rather than blame the target.
   */
  async giveUpKeepAlive(): Promise<void> {
    if (!this.#keepAlive) return;
    this.#keepAlive = false;
    const old = [this.#agent, this.#proxied];
    this.#agent = this.#newAgent();
    this.#proxied = this.#newProxyAgent();
    for (const agent of old) void agent?.close();
  }

  /** A driver with the same pace that only another signal stops, for the removal of what was created. */
  stoppedBy(signal: AbortSignal | undefined): Driver {
    const driver = new Driver({ ...this.#options, signal });
    if (!this.#keepAlive) void driver.giveUpKeepAlive();
    return driver;
  }

  /** Waits until every pending call has its answer, because it may create something, but not longer than this. */
  async settled(withinMs: number): Promise<void> {
    await Promise.race([Promise.allSettled(this.#underWay), sleep(withinMs, undefined, { ref: false })]);
  }

  /**
   * Sends a call. Repeats it after a 429, after a 503 with Retry-After, and after an answer that is lost by chance, if that is safe.
   * A 429 without Retry-After that does not go away is a fixed limit and no rate, so the same request is not repeated again.
   */
  async send(call: Call, record: (exchange: Exchange) => void): Promise<Answer> {
    const sent = this.#losesCreations ? withOwnKey(call) : call;
    try {
      return await this.sendUnrepeated(sent, record, mayBeSentAgain(sent));
    } catch (error) {
      if (error instanceof LostAnswer && error.isByChance) this.#losesCreations ||= withOwnKey(call) !== call;
      throw error;
    }
  }

  /** Like `send`, but does not repeat a call whose answer is lost, for callers that expect lost answers. */
  async sendUnrepeated(call: Call, record: (exchange: Exchange) => void, repeats = false): Promise<Answer> {
    const request = `${call.method} ${call.url}`;
    let waitedMs = 0;
    for (;;) {
      const answer = await (repeats ? this.#sendUntilAnswered(call, record) : this.sendOnce(call, record));
      const toldMs = retryAfterMs(answer);
      const isBusy = answer.status === 429 || (answer.status === 503 && toldMs !== undefined);
      if (!isBusy) this.#answeredKeys.note(call, answer);
      const waitMs = Math.max(toldMs ?? UNTOLD_WAIT_MS, LEAST_WAIT_MS);
      if (!isBusy || (toldMs === undefined && this.#limited.has(request))) return answer;
      if (waitedMs + waitMs > (toldMs === undefined ? LONGEST_UNTOLD_MS : this.#options.longestWaitMs)) {
        if (toldMs === undefined) this.#limited.add(request);
        return answer;
      }
      waitedMs += waitMs;
      await this.#unlessStopped((signal) => sleep(waitMs, undefined, signal && { signal }));
    }
  }

  /** @throws LostAnswer if each answer is lost, or the one that comes does not reveal what the lost one was */
  async #sendUntilAnswered(call: Call, record: (exchange: Exchange) => void): Promise<Answer> {
    let times = 0;
    const answer = await againWhileLost(() => {
      times += 1;
      return this.sendOnce(call, record);
    });
    const first = times === 1 ? answer : this.#answeredKeys.lostAnswer(call, answer);
    if (first === undefined) throw new LostAnswer(call, `when repeated, it was answered ${answer.status}`, false, answer);
    return first;
  }

  async close(): Promise<void> {
    await Promise.all([this.#agent.destroy(), this.#proxied?.destroy()]);
  }

  /** Sends a call once, whatever the answer. @throws LostAnswer if none comes, Stopped if the run was stopped before */
  async sendOnce(call: Call, record: (exchange: Exchange) => void): Promise<Answer> {
    await this.#unlessStopped((signal) => this.#options.pace?.turn(signal));
    const finish = began(call, record);
    const reusable = this.#keepAlive;
    try {
      const answer = await this.#tracked(this.#exchange(this.#withExtra(call)));
      finish({ answer });
      return answer;
    } catch (error) {
      const code = lossCode(error);
      finish({ lost: code });
      throw new LostAnswer(call, code, reusable && code !== 'ECONNREFUSED');
    }
  }

  /** Sends a call and cuts the connection, so that the answer is lost on purpose. @throws LostAnswer if it cannot be sent */
  async cut(call: Call, cut: Cut, record: (exchange: Exchange) => void): Promise<void> {
    await this.#unlessStopped((signal) => this.#options.pace?.turn(signal));
    const finish = began(call, record);
    try {
      await this.#tracked(
        sendAndCut(this.#withExtra(call), cut, this.#options.answerWithinMs, this.#options.tls, this.#extraFor(call)?.proxy),
      );
      finish({ lost: 'cut by the suite', onPurpose: true });
    } catch (error) {
      finish({ lost: lossCode(error) });
      throw new LostAnswer(call, lossCode(error), false);
    }
  }

  #withExtra(call: Call): Call {
    const extra = this.#extraFor(call);
    return extra === undefined ? call : { ...call, headers: [...call.headers, ...extra.headers] };
  }

  #extraFor({ url }: Call): Extra | undefined {
    const { extra } = this.#options;
    return extra?.origins.has(new URL(url).origin) ? extra : undefined;
  }

  async #exchange(call: Call): Promise<Answer> {
    const { origin } = new URL(call.url);
    const request = { origin, path: pathOf(call.url), method: call.method as 'GET', ...framed(call) };
    const { status, headers, bytes } = await wholeAnswer(
      this.#extraFor(call) === undefined ? this.#agent : (this.#proxied ?? this.#agent),
      request,
      this.#options.answerWithinMs,
    );
    const encoding = headers.find(([name]) => name === 'content-encoding')?.[1] ?? '';
    return { status, rawHeaders: headers.flat(), body: decoded(bytes, encoding) };
  }

  /** @throws Stopped once the signal is aborted */
  async #unlessStopped(wait: (signal: AbortSignal | undefined) => Promise<unknown> | undefined): Promise<void> {
    const { signal } = this.#options;
    try {
      if (!signal?.aborted) await wait(signal);
    } catch (error) {
      if (!signal?.aborted) throw error;
    }
    if (signal?.aborted) throw stoppedBy(signal);
  }

  async #tracked<T>(exchange: Promise<T>): Promise<T> {
    this.#underWay.add(exchange);
    try {
      return await exchange;
    } finally {
      this.#underWay.delete(exchange);
    }
  }

  #newAgent(): Agent {
    const { tls, localAddress } = this.#options;
    return new Agent({ ...this.#pooling(), connect: trusting(tls), ...(localAddress !== undefined && { localAddress }) });
  }

  /** Each connection is a tunnel, even for plain HTTP, so that the target sees the same requests as without the proxy. */
  #newProxyAgent(): ProxyAgent | undefined {
    const { tls, extra } = this.#options;
    if (extra?.proxy === undefined) return undefined;
    return new ProxyAgent({ ...this.#pooling(), uri: extra.proxy, proxyTunnel: true, requestTls: trusting(tls) });
  }

  #pooling(): Agent.Options {
    // The driver has one time limit for the whole answer.
    return { pipelining: this.#keepAlive ? 1 : 0, headersTimeout: 0, bodyTimeout: 0, connections: 64 };
  }
}

type End = Pick<Exchange, 'answer' | 'lost' | 'onPurpose'>;

/** Starts the clock of an exchange, and returns the function that records its end. */
function began(call: Call, record: (exchange: Exchange) => void): (end: End) => void {
  const [startedAt, place] = [Date.now(), nextPlace()];
  return (end) => record({ call, ...end, order: { began: place, ended: nextPlace() }, startedAt, durationMs: Date.now() - startedAt });
}

/** The text of a body. A target may compress it, because calls send no Accept-Encoding. */
function decoded(bytes: Buffer, encoding: string): string {
  const decode = decoders.get(encoding.trim().toLowerCase());
  return new TextDecoder().decode(decode === undefined || bytes.length === 0 ? bytes : decode(bytes));
}

/** Milliseconds of a Retry-After in seconds or as a date; undefined without one. */
export function retryAfterMs(answer: Answer): number | undefined {
  const value = header(answer, 'Retry-After')?.trim();
  if (value === undefined || value === '') return undefined;
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}

/** The path as written: a URL object would rewrite dots and percent signs. */
function pathOf(url: string): string {
  const path = url.replace(/^[a-z]+:\/\/[^/?#]*/i, '');
  return path.startsWith('/') ? path : `/${path}`;
}

function lossCode(error: unknown): string {
  if (error instanceof NoAnswerInTime) return 'no answer in time';
  const [, refusal] = /^Proxy response \((\d+)\)/.exec(error instanceof Error ? error.message : '') ?? [];
  if (refusal !== undefined) return `the proxy answers ${refusal}`;
  if (error instanceof errors.UndiciError) return error.code;
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
