import type { Answer } from '../answer.ts';
import { successAnswer } from '../answer.ts';
import type { Login } from '../ports.ts';
import { Problem } from '../problem.ts';
import { answerInvalid, requireSendable } from '../sendable.ts';

/** What else a login port is told of the request. */
export interface LoginOrigin {
  readonly apiKey: string;
  readonly address: string;
}

/** The one operation that has no user yet: it is answered from the login port (AUTH-01, AUTH-02, AUTH-10). */
export async function authenticate(login: Login, body: unknown, { apiKey, address }: LoginOrigin): Promise<Answer> {
  const { UserName, Password } = body as { readonly UserName: string; readonly Password: string };
  const outcome = await login.login(UserName, Password, apiKey, address);
  switch (outcome.kind) {
    case 'granted':
      if (typeof outcome.token !== 'string' || outcome.token === '') throw answerInvalid('login.login granted a token that is no text.');
      return requireSendable(successAnswer({ status: 200, headers: { 'X-Token': outcome.token } }));
    case 'refused':
      throw new Problem('authentication-failed', {
        detail: 'The user name or the password is wrong.',
        headers: { 'www-authenticate': 'Bearer' },
      });
    case 'slowed':
      throw new Problem('too-many-attempts', {
        detail: 'Too many attempts in a row failed for this user name. Wait before the next one.',
        headers: { 'retry-after': retryAfter(outcome.retryAfterSeconds) },
      });
    case 'busy':
      throw new Problem('too-many-attempts', {
        detail: 'There are too many logins at once, with this API key or in all. Wait before the next one.',
        headers: { 'retry-after': retryAfter(outcome.retryAfterSeconds) },
      });
    default:
      throw answerInvalid('login.login must answer one of the kinds granted, refused, slowed and busy.');
  }
}

/** RFC 9110, 10.2.3: whole seconds. */
function retryAfter(seconds: unknown): string {
  if (typeof seconds === 'number' && seconds >= 0 && seconds <= Number.MAX_SAFE_INTEGER) return String(Math.ceil(seconds));
  throw answerInvalid('login.login must answer retryAfterSeconds, 0 or more.');
}
