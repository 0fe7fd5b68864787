import type { Target } from '../config/target.ts';
import { Inconclusive } from '../run/verdict.ts';
import { type Answer, header, isSuccess } from '../wire/answer.ts';
import { type Call, withHeader } from '../wire/call.ts';
import { headerNames } from './header-names.ts';
import { authenticateCall, Requests } from './requests.ts';

/** A token is taken to outlive moves of the clock by less than this: it is said to last several days. */
const renewedAfterMs = 3_600_000;

type Send = (call: Call) => Promise<Answer>;

/** The token that the run's calls share. */
export class Session {
  readonly #target: Target;
  #token: Promise<string> | undefined;
  /** How far the target's clock was moved since the token was asked for. */
  #movedMs = 0;
  /** Set when the target lets nobody in without a license key: AUTH-07 is broken, and the other rules can be judged all the same. */
  sendsLicenseKey = false;
  /** Set when the target ends a user's session as the next begins: then a call that crossed that is sent again with the newest token. */
  isSingle = false;
  /** The tokens that are to be refused, and are sent as they are. */
  readonly #retired = new Set<string>();
  /** Every token that was given out, so that none stands in a report. */
  readonly tokens: Set<string> = new Set();

  constructor(target: Target) {
    this.#target = target;
  }

  async requests(send: Send): Promise<Requests> {
    return new Requests(this.#target, await this.token(send));
  }

  /** The shared token; authenticates the first time. @throws Inconclusive when there is none to be had. */
  token(send: Send): Promise<string> {
    if (this.#token === undefined) this.#movedMs = 0;
    this.#token ??= this.newToken(send).catch((error: unknown) => {
      this.#token = undefined;
      throw error;
    });
    return this.#token;
  }

  /** Authenticates anew, for a check that needs a token of its own, or another user's. */
  async newToken(send: Send, credentials?: Target['credentials']): Promise<string> {
    const answer = await send(this.authenticateCall(credentials));
    const token = header(answer, 'X-Token')?.trim() ?? '';
    if (!isSuccess(answer) || token === '')
      throw new Inconclusive(
        `authenticate was needed to exercise this rule and answered ${answer.status}${isSuccess(answer) ? ' without X-Token' : ''}`,
      );
    this.tokens.add(token);
    return token;
  }

  /** The target's clock was moved: before long the token may have expired. */
  age(byMs: number): void {
    this.#movedMs += byMs;
    if (this.#movedMs >= renewedAfterMs) this.forget();
  }

  /** The next user of the shared token gets a new one: the old one may have expired. */
  forget(): void {
    this.#token = undefined;
  }

  /** A token that the caller wants refused. */
  retire(token: string): void {
    this.#retired.add(token);
  }

  /** Takes note of an answer to authenticate: where there is one session, its token is everybody's from now on. */
  learn(call: Call, answer: Answer): void {
    const token = header(answer, 'X-Token')?.trim() ?? '';
    const own = this.authenticateCall();
    if (!this.isSingle || !isSuccess(answer) || token === '' || call.url !== own.url || call.body !== own.body) return;
    this.tokens.add(token);
    this.#token = Promise.resolve(token);
  }

  /** The call with the newest token, where its own was ended by a later session; undefined where it was not. */
  async renewed(call: Call, { status }: Answer): Promise<Call | undefined> {
    const authorization = call.headers.find(([name]) => name.toLowerCase() === 'authorization')?.[1];
    const sent = /^Bearer (.*)$/.exec(authorization ?? '')?.[1] ?? '';
    if (!this.isSingle || status !== 401 || !this.tokens.has(sent) || this.#retired.has(sent)) return undefined;
    const newest = await this.#token;
    return newest !== undefined && newest !== sent ? withHeader(call, 'Authorization', `Bearer ${newest}`) : undefined;
  }

  authenticateCall(credentials: Target['credentials'] = this.#target.credentials): Call {
    const call = authenticateCall(this.#target, credentials);
    if (!this.sendsLicenseKey) return call;
    return withHeader(call, headerNames(this.#target.service.headerWord).licenseKey, this.#target.companies[0].licenseKey);
  }
}
