import { header, isSuccess } from '../http/answer.ts';
import { withHeader } from '../http/call.ts';
import type { Answer, Call, Send } from '../model/exchange.ts';
import { isObject, memberOf, parseJson } from '../model/json.ts';
import type { Requests } from '../model/requests.ts';
import type { Session } from '../model/session.ts';
import type { Target } from '../model/target.ts';
import { Inconclusive } from '../model/verdict.ts';
import { headerNames } from './header-names.ts';
import { authenticateCall, RequestBuilder } from './requests.ts';
import { endsEarlierToken } from './session-end.ts';

/** A token is taken to outlive moves of the clock by less than this: it is said to last several days. */
const RENEWED_AFTER_MS = 3_600_000;

/** A token that is refused sooner than this has not expired, but is none. Real time in milliseconds. */
const LEAST_LIFE_MS = 1_000;

/** Smaller moves only test whether the clock can be moved. */
const LEAST_MOVE_MS = 1_000;

/** Limits of the test whether the target ends tokens: time, tokens, calls, and how often the answer may be no. */
const most = { waitMs: 5_000, tokens: 30, looks: 12, denials: 2 };
/** Tokens that may have been given out when one was refused, whose answers had not come yet. */
const UNDER_WAY = 2;
/** A test takes a little longer than the ended token lived. */
const MARGIN_MS = 250;

type Credentials = Target['credentials'];

/**
 * A token that the target issued: its user, when it arrived (real time in Unix milliseconds), and how often the clock had been moved until
 * then.
 */
interface Login {
  readonly token: string;
  readonly userName: string;
  readonly at: number;
  readonly moves: number;
}

/** The token that the run's calls share. */
export class SharedSession implements Session {
  readonly #target: Target;
  #token: Promise<string> | undefined;
  #othersToken: Promise<string> | undefined;
  /** How far the target's clock was moved since the token was asked for. */
  #movedMs = 0;
  #moves = 0;
  /** Set when the target refuses to authenticate without a license key: AUTH-07 is broken, and the other rules can still be judged. */
  sendsLicenseKey = false;
  /**
   * Set when the target ends a session when the user's next one begins: a call that was in flight then is sent again with the newest token.
   */
  isSingle = false;
  /** The tokens that are to be refused, or to be seen refused, and are sent as they are. */
  readonly #retired = new Set<string>();
  /** Every token that was issued, so that no report contains one. */
  readonly tokens: Set<string> = new Set();
  readonly #logins: Login[] = [];
  /** The tokens among them of the target's other user. */
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

  /** The shared token; authenticates the first time. @throws Inconclusive when the target gives none. */
  token(send: Send): Promise<string> {
    if (this.#token === undefined) this.#movedMs = 0;
    this.#token ??= this.newToken(send).catch((error: unknown) => {
      this.#token = undefined;
      throw error;
    });
    return this.#token;
  }

  /** The token that all calls of the target's other user share. @throws Inconclusive when the target gives none. */
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

  /** A call as the other user sends it, with the newest token of theirs, or with a new one. @throws Inconclusive when the target gives none. */
  async asOtherUser(call: Call, send: Send, anew: boolean): Promise<Call> {
    const { credentials, otherUser } = this.#target;
    const newest = anew ? undefined : this.#logins.findLast(({ userName }) => userName === otherUser?.userName)?.token;
    return withHeader(call, 'Authorization', `Bearer ${newest ?? (await this.newToken(send, { ...credentials, ...otherUser }))}`);
  }

  /** Sends a call. A request for a token is recorded, and waits while a test runs whether tokens end each other. */
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
        `authenticate was needed to exercise this rule and answered ${answer.status}${isSuccess(answer) ? ' without X-Token' : ''}`,
      );
    this.#learn(call, answer);
    return token;
  }

  /** The target's clock was moved: the token may expire soon. */
  age(byMs: number): void {
    if (byMs >= LEAST_MOVE_MS) this.#moves += 1;
    this.#movedMs += byMs;
    if (this.#movedMs >= RENEWED_AFTER_MS) this.forget();
  }

  /** The next user of a shared token gets a new one: the old one may have expired. */
  forget(): void {
    this.#token = undefined;
    this.#othersToken = undefined;
  }

  /** A token that the caller wants refused, or wants to see refused. */
  retire(token: string): void {
    this.#retired.add(token);
  }

  /** Takes note of an answer to authenticate: where there is one session, its token is everybody's from now on. */
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

  /** The call with the newest token of its user, where its own has expired or was ended by a later session; undefined if it was not. */
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
    // The answers to two requests for a token may have come in another order than they were given.
    const latest = isEnded ? laterLogins().at(-1)?.token : await this.#insteadOf(sent, send);
    const newest = latest ?? (await this.#login(send, this.#credentialsOf(login.userName)));
    return withHeader(call, 'Authorization', `Bearer ${newest}`);
  }

  /** Whether a token that was given out a while ago is refused now. The source says when tokens usually expire, and promises nothing. */
  async #hasExpired({ token, at }: Login, send: Send): Promise<boolean> {
    return Date.now() - at >= LEAST_LIFE_MS && (await this.#isRefused(token, send));
  }

  async #isRefused(token: string, send: Send): Promise<boolean> {
    return (await send(new RequestBuilder(this.#target, token).call('listAzienda'))).status === 401;
  }

  /** The token that calls of the same user share from now on, where they shared the one that has expired. */
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

  /** Whether later tokens end a user's earlier ones, possibly after a while: it looks for as long as the ended token lived beside a later one. */
  async #ends({ userName, moves }: Login, later: readonly Login[], send: Send): Promise<boolean> {
    // Where the clock was moved during the test, the end of a token in real time cannot be seen.
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

/** The token that an answer to authenticate gives out. */
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
