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
  /** How long one answer may take; slow answers are legal, silence is not. */
  readonly answerWithinMs: number;
  /** The longest Retry-After that is waited for; with a longer one the check gets the 429. */
  readonly longestWaitMs: number;
  /** How often calls may be sent; as often as they come if there is none. */
  readonly pace?: Pace | undefined;
  /** What TLS connections are made with. */
  readonly tls?: TlsIdentity | undefined;
  /** What requests to these origins need, and no other: headers that no exchange shows, and the HTTP proxy that leads there. */
  readonly extra?: Extra;
  /** Whether connections are kept for later calls. Default: true. */
  readonly keepAlive?: boolean | undefined;
  /** The address of this machine to send from. */
  readonly localAddress?: string | undefined;
  /** After it no call is sent any more. */
  readonly signal?: AbortSignal | undefined;
}

/** Waits after an answer that says to come back at once, and after a 429 that does not say when; all of the latter together. */
const LEAST_WAIT_MS = 50;
const UNTOLD_WAIT_MS = 1_000;
const LONGEST_UNTOLD_MS = 3_000;

/** Places in the order of what this process sent and heard: the clock is too coarse to tell what was under way at once. */
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

/** Sends calls to the target over HTTP/1.1 as they are written. */
export class Driver {
  readonly #options: DriverOptions;
  #agent: Agent;
  #proxied: ProxyAgent | undefined;
  #keepAlive: boolean;
  readonly #underWay = new Set<Promise<unknown>>();
  /** Requests whose 429 does not say when, and did not pass. */
  readonly #limited = new Set<string>();
  readonly #answeredKeys = new AnsweredKeys();
  /** Whether the answer to a creation without a key was lost: from then on each has one, so that it can be sent again. */
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
   * From now on a fresh connection for each call. A target may close its connections after any answer; a call that crosses such a
   * close is lost without being anybody's fault, so the suite gives up reuse rather than blame the target.
   */
  async giveUpKeepAlive(): Promise<void> {
    if (!this.#keepAlive) return;
    this.#keepAlive = false;
    const old = [this.#agent, this.#proxied];
    this.#agent = this.#newAgent();
    this.#proxied = this.#newProxyAgent();
    for (const agent of old) void agent?.close();
  }

  /** A driver that only another signal stops: what was created is removed with it. It keeps the pace. */
  stoppedBy(signal: AbortSignal | undefined): Driver {
    const driver = new Driver({ ...this.#options, signal });
    if (!this.#keepAlive) void driver.giveUpKeepAlive();
    return driver;
  }

  /** Waits until every call under way has its answer, since it may create something; not longer than the time. */
  async settled(withinMs: number): Promise<void> {
    await Promise.race([Promise.allSettled(this.#underWay), sleep(withinMs, undefined, { ref: false })]);
  }

  /**
   * Sends a call; while the answer is 429, or 503 with a Retry-After, waits as long as it says and sends the call again, up to a limit, and
   * not long where a 429 does not say how long. Where that was waited for in vain once, it is a limit and no rate: the same request is not
   * waited for again. A call whose answer is lost by chance is sent again too, where it may be.
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

  /** The same, for those who reckon with a lost answer: they get it, and nothing is sent again for it. */
  async sendUnrepeated(call: Call, record: (exchange: Exchange) => void, repeats = false): Promise<Answer> {
    const request = `${call.method} ${call.url}`;
    let waitedMs = 0;
    for (;;) {
      const answer = await (repeats ? this.#sendUntilAnswered(call, record) : this.sendOnce(call, record));
      const toldMs = retryAfterMs(answer);
      const isBusy = answer.status === 429 || (answer.status === 503 && toldMs !== undefined);
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

  /** @throws LostAnswer if each answer is lost, or the one that comes does not say what the lost one was. */
  async #sendUntilAnswered(call: Call, record: (exchange: Exchange) => void): Promise<Answer> {
    let times = 0;
    const answer = await againWhileLost(() => {
      times += 1;
      return this.sendOnce(call, record);
    });
    const first = times === 1 ? answer : this.#answeredKeys.lostAnswer(call, answer);
    this.#answeredKeys.note(call);
    if (first === undefined) throw new LostAnswer(call, `sent again it is answered ${answer.status}`, false, answer);
    return first;
  }

  async close(): Promise<void> {
    await Promise.all([this.#agent.destroy(), this.#proxied?.destroy()]);
  }

  /** Sends a call once, whatever the answer. @throws LostAnswer when none comes, Stopped when the run was stopped before. */
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

  /** Sends a call and cuts the connection under its answer, which is lost on purpose. @throws LostAnswer when it cannot be sent. */
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

  /** @throws Stopped once the signal is aborted. */
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

  /** Each connection through it is a tunnel of its own, to plain HTTP too: so the target sees the same requests as without it. */
  #newProxyAgent(): ProxyAgent | undefined {
    const { tls, extra } = this.#options;
    if (extra?.proxy === undefined) return undefined;
    return new ProxyAgent({ ...this.#pooling(), uri: extra.proxy, proxyTunnel: true, requestTls: trusting(tls) });
  }

  #pooling(): Agent.Options {
    // How long an answer may take is said for the whole of it.
    return { pipelining: this.#keepAlive ? 1 : 0, headersTimeout: 0, bodyTimeout: 0, connections: 64 };
  }
}

type End = Pick<Exchange, 'answer' | 'lost' | 'onPurpose'>;

/** Takes the time of an exchange; answers what records it at its end. */
function began(call: Call, record: (exchange: Exchange) => void): (end: End) => void {
  const [startedAt, place] = [Date.now(), nextPlace()];
  return (end) => record({ call, ...end, order: { began: place, ended: nextPlace() }, startedAt, durationMs: Date.now() - startedAt });
}

/** The text of a body: a target may compress it unasked, since no call says what it accepts. */
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
