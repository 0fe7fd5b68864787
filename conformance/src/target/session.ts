import type { Target } from '../config/target.ts';
import { Inconclusive } from '../run/verdict.ts';
import { type Answer, header, isSuccess } from '../wire/answer.ts';
import { type Call, withHeader } from '../wire/call.ts';
import { headerNames } from './header-names.ts';
import { authenticateCall, Requests } from './requests.ts';

type Send = (call: Call) => Promise<Answer>;

/** The token that the run's calls share. */
export class Session {
  readonly #target: Target;
  #token: Promise<string> | undefined;
  /** Set when the target lets nobody in without a license key: AUTH-07 is broken, and the other rules can be judged all the same. */
  sendsLicenseKey = false;
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
    this.#token ??= this.newToken(send).catch((error: unknown) => {
      this.#token = undefined;
      throw error;
    });
    return this.#token;
  }

  /** Authenticates anew, for a check that needs a token of its own. */
  async newToken(send: Send): Promise<string> {
    const answer = await send(this.authenticateCall());
    const token = header(answer, 'X-Token')?.trim() ?? '';
    if (!isSuccess(answer) || token === '')
      throw new Inconclusive(
        `authenticate was needed to exercise this rule and answered ${answer.status}${isSuccess(answer) ? ' without X-Token' : ''}`,
      );
    this.tokens.add(token);
    return token;
  }

  /** The next user of the shared token gets a new one: the target's clock was moved, the old one may have expired. */
  forget(): void {
    this.#token = undefined;
  }

  authenticateCall(credentials: Target['credentials'] = this.#target.credentials): Call {
    const call = authenticateCall(this.#target, credentials);
    if (!this.sendsLicenseKey) return call;
    return withHeader(call, headerNames(this.#target.service.headerWord).licenseKey, this.#target.companies[0].licenseKey);
  }
}
