import { header, isSuccess } from '../http/answer.ts';
import { withHeader } from '../http/call.ts';
import type { Requests, Session } from '../model/check-context.ts';
import type { Answer, Call, Send } from '../model/exchange.ts';
import { isObject, memberOf, parseJson } from '../model/json.ts';
import type { Target } from '../model/target.ts';
import { Inconclusive } from '../model/verdict.ts';
import { headerNames } from './header-names.ts';
import { authenticateCall, RequestBuilder } from './requests.ts';
import { endsEarlierToken } from './session-end.ts';

/** The clock may move by less than this before the run gets a new token. By the source, a token lasts several days. */
const RENEWED_AFTER_MS = 3_600_000;

/** A token that is refused sooner than this has not expired, but was never valid. Real time in milliseconds. */
const LEAST_LIFE_MS = 1_000;

/** Smaller moves only test whether the clock can be moved. */
const LEAST_MOVE_MS = 1_000;

/** Limits of the test whether the target ends tokens: time, tokens, repetitions, and how often the result may be that it does not. */
const most = { waitMs: 5_000, tokens: 30, looks: 12, denials: 2 };
/** How many other tokens may have been issued when one was refused, and were still on their way. */
const UNDER_WAY = 2;
/** By this much the test takes longer than the ended token lived. */
const MARGIN_MS = 250;

type Credentials = Target['credentials'];

/** A token that the target issued: its user, when it arrived (real time in Unix milliseconds), and the clock moves until then. */
interface Login {
  readonly token: string;
  readonly userName: string;
  readonly at: number;
  readonly moves: number;
}

/** The token that all calls of the run share. */
export class SharedSession implements Session {
  readonly #target: Target;
  #token: Promise<string> | undefined;
  #othersToken: Promise<string> | undefined;
  /** How far the target's clock has moved since the token was requested. */
  #movedMs = 0;
  #moves = 0;
  /** Set if the target refuses to authenticate without a license key. That breaks AUTH-07, but the other rules can still be judged. */
  sendsLicenseKey = false;
  /** Set if the target ends a user's session when the next one begins. Calls with the old token are then repeated with the newest one. */
  isSingle = false;
  /** Tokens that the target should refuse. They are never replaced. */
  readonly #retired = new Set<string>();
  /** Every token that was issued, so that reports can hide them. */
  readonly tokens: Set<string> = new Set();
  readonly #logins: Login[] = [];
  /** The tokens of the target's other user. */
  readonly #othersTokens = new Set<string>();
  readonly #asked = new Set<Promise<unknown>>();
  #look: Promise<boolean | undefined> | undefined;
  #looks = 0;
  #denials = 0;

  constructor(target: Target) {
    this.#target = target;
  }

  async requests(send: Send): Promise<Requests> {
    return new RequestBuilder(this.#target, await this.token(send));
  }

  /** The shared token. Authenticates the first time. @throws Inconclusive if the target issues none */
  token(send: Send): Promise<string> {
    if (this.#token === undefined) this.#movedMs = 0;
    this.#token ??= this.newToken(send).catch((error: unknown) => {
      this.#token = undefined;
      throw error;
    });
    return this.#token;
  }

  /** The token that all calls of the target's other user share. @throws Inconclusive if the target issues none */
  othersToken(send: Send): Promise<string> {
    this.#othersToken ??= this.newToken(send, { ...this.#target.credentials, ...this.#target.otherUser }).catch((error: unknown) => {
      this.#othersToken = undefined;
      throw error;
    });
    return this.#othersToken;
  }

  /** Authenticates again, for a check that needs a token of its own, or another user's. */
  async newToken(send: Send, credentials?: Credentials): Promise<string> {
    await this.#look;
    return await this.#login(send, credentials);
  }

  /** Whether a call carries a token of the target's other user. */
  isOfOtherUser(call: Call): boolean {
    return this.#othersTokens.has(bearerIn(call));
  }

  /** The call as the other user sends it, with that user's newest token or a new one. @throws Inconclusive if the target issues none */
  async asOtherUser(call: Call, send: Send, anew: boolean): Promise<Call> {
    const { credentials, otherUser } = this.#target;
    const newest = anew ? undefined : this.#logins.findLast(({ userName }) => userName === otherUser?.userName)?.token;
    return withHeader(call, 'Authorization', `Bearer ${newest ?? (await this.newToken(send, { ...credentials, ...otherUser }))}`);
  }

  /** Sends a call. A call to authenticate is recorded, and waits while the suite tests whether tokens end each other. */
  async sent(call: Call, send: Send): Promise<Answer> {
    if (call.url !== this.authenticateCall().url) return await send(call);
    await this.#look;
    const asked = send(call).then((answer) => {
      this.#learn(call, answer);
      return answer;
    });
    this.#asked.add(asked);
    return await asked.finally(() => this.#asked.delete(asked));
  }

  async #login(send: Send, credentials?: Credentials): Promise<string> {
    const call = this.authenticateCall(credentials);
    const answer = await send(call);
    const token = tokenIn(answer);
    if (token === undefined)
      throw new Inconclusive(
        `this rule needs authenticate, which was answered ${answer.status}${isSuccess(answer) ? ' without X-Token' : ''}`,
      );
    this.#learn(call, answer);
    return token;
  }

  /** Records a move of the target's clock, after which the token may expire soon. */
  age(byMs: number): void {
    if (byMs >= LEAST_MOVE_MS) this.#moves += 1;
    this.#movedMs += byMs;
    if (this.#movedMs >= RENEWED_AFTER_MS) this.forget();
  }

  /** Forgets the shared tokens, which may have expired. The next caller gets a new one. */
  forget(): void {
    this.#token = undefined;
    this.#othersToken = undefined;
  }

  /** Stops sharing a token that the caller makes invalid or expects to be refused. */
  retire(token: string): void {
    this.#retired.add(token);
  }

  /** Records an answer to authenticate. If a user has only one session, all calls share the new token from now on. */
  #learn(call: Call, answer: Answer): void {
    const token = tokenIn(answer);
    const own = this.authenticateCall();
    if (token === undefined || call.url !== own.url) return;
    this.tokens.add(token);
    if (userNameIn(call) === this.#target.otherUser?.userName) this.#othersTokens.add(token);
    if (this.#logins.at(-1)?.token !== token) this.#logins.push({ token, userName: userNameIn(call), at: Date.now(), moves: this.#moves });
    if (this.isSingle && call.body === own.body) this.#token = Promise.resolve(token);
    if (this.isSingle && this.#othersTokens.has(token)) this.#othersToken = Promise.resolve(token);
  }

  /** The call with its user's newest token, if its own has expired or a later session ended it; otherwise undefined. */
  async renewed(call: Call, { status }: Answer, send: Send): Promise<Call | undefined> {
    const sent = bearerIn(call);
    if (status !== 401 || sent === '' || !this.tokens.has(sent) || this.#retired.has(sent)) return undefined;
    await Promise.allSettled(this.#asked);
    const index = this.#logins.findIndex(({ token }) => token === sent);
    const login = this.#logins[index];
    if (login === undefined) return undefined;
    const laterLogins = (): readonly Login[] =>
      this.#logins.slice(index + 1).filter(({ token, userName }) => token !== sent && userName === login.userName);
    const later = laterLogins();
    const isEnded = this.isSingle || (later.length > 0 && (await this.#ends(login, later, send)));
    if (!isEnded && !(await this.#hasExpired(login, send))) return undefined;
    // The answers to two concurrent logins may arrive in the wrong order.
    const latest = isEnded ? laterLogins().at(-1)?.token : await this.#insteadOf(sent, send);
    const newest = latest ?? (await this.#login(send, this.#credentialsOf(login.userName)));
    return withHeader(call, 'Authorization', `Bearer ${newest}`);
  }

  /** Whether the target refuses a token that is not brand-new. The source says when tokens usually expire, but guarantees nothing. */
  async #hasExpired({ token, at }: Login, send: Send): Promise<boolean> {
    return Date.now() - at >= LEAST_LIFE_MS && (await this.#isRefused(token, send));
  }

  async #isRefused(token: string, send: Send): Promise<boolean> {
    return (await send(new RequestBuilder(this.#target, token).call('listAzienda'))).status === 401;
  }

  /** The shared token of the same user. It is a new one if the expired token was the shared one. */
  async #insteadOf(expired: string, send: Send): Promise<string> {
    const isOthers = this.#othersTokens.has(expired);
    const shared = isOthers ? this.#othersToken : this.#token;
    if (shared !== undefined && (await shared) === expired) {
      if (this.#token === shared) this.#token = undefined;
      if (this.#othersToken === shared) this.#othersToken = undefined;
    }
    return await (isOthers ? this.othersToken(send) : this.token(send));
  }

  #credentialsOf(userName: string): Credentials {
    const { credentials, otherUser } = this.#target;
    return otherUser?.userName === userName ? { ...credentials, ...otherUser } : credentials;
  }

  /** Whether later tokens end a user's earlier ones, possibly after a while. Tests for as long as this token lived beside a later one. */
  async #ends({ userName, moves }: Login, later: readonly Login[], send: Send): Promise<boolean> {
    // If the clock moved since the login, the token may simply have expired.
    if (moves !== this.#moves) return false;
    const waitMs = Math.min(Date.now() - (later[0]?.at ?? 0) + MARGIN_MS, most.waitMs);
    const tokens = Math.min(later.length + UNDER_WAY, most.tokens);
    let ends: boolean | undefined;
    while (ends === undefined && !this.isSingle && this.#looks < most.looks && this.#denials < most.denials) {
      this.#look ??= this.#lookForEnds(userName, tokens, waitMs, send).finally(() => {
        this.#look = undefined;
      });
      ends = await this.#look;
    }
    return this.isSingle;
  }

  async #lookForEnds(userName: string, later: number, waitMs: number, send: Send): Promise<boolean | undefined> {
    this.#looks += 1;
    const { credentials } = this.#target;
    const life = {
      newToken: () => this.#login(send, this.#credentialsOf(userName)),
      accepts: async (token: string) => !(await this.#isRefused(token, send)),
      moves: () => this.#moves,
    };
    const ends = await endsEarlierToken(life, later, waitMs).catch(unlessInconclusive);
    if (ends === false) this.#denials += 1;
    const newest = this.#logins.findLast((login) => login.userName === credentials.userName);
    if (ends && newest !== undefined) this.#token = Promise.resolve(newest.token);
    this.isSingle = ends ?? false;
    return ends;
  }

  authenticateCall(credentials: Credentials = this.#target.credentials): Call {
    const call = authenticateCall(this.#target, credentials);
    if (!this.sendsLicenseKey) return call;
    return withHeader(call, headerNames(this.#target.service.headerWord).licenseKey, this.#target.companies[0].licenseKey);
  }
}

/** The token in an answer to authenticate. */
export function tokenIn(answer: Answer): string | undefined {
  const token = header(answer, 'X-Token')?.trim() ?? '';
  return isSuccess(answer) && token !== '' ? token : undefined;
}

function bearerIn({ headers }: Call): string {
  const authorization = headers.find(([name]) => name.toLowerCase() === 'authorization')?.[1];
  return /^Bearer (.*)$/.exec(authorization ?? '')?.[1] ?? '';
}

function userNameIn({ body = '' }: Call): string {
  try {
    const value = parseJson(body);
    return isObject(value) ? String(memberOf(value, 'UserName')) : '';
  } catch {
    return '';
  }
}

function unlessInconclusive(error: unknown): undefined {
  if (!(error instanceof Inconclusive)) throw error;
}
