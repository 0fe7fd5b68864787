import { headerNames } from '../api/header-names.ts';
import { authenticateCall, RequestBuilder } from '../api/requests.ts';
import { tokenIn } from '../api/session.ts';
import { header, inShort, isSuccess } from '../http/answer.ts';
import { ConfigurationError } from '../model/configuration-error.ts';
import type { Answer, Send } from '../model/exchange.ts';
import type { Target } from '../model/target.ts';
import type { ActiveRun } from './active-run.ts';
import { asIfNotSent, isSame, withoutServiceHeaders } from './company-inspection.ts';
import { Doubt } from './inspection.ts';
import { addressOf, reach } from './reach.ts';

/** Authenticates and returns the token. @throws ConfigurationError, Doubt */
export async function signIn(run: ActiveRun, send: Send): Promise<string> {
  const { service } = run.target;
  const answer = await reach(send, authenticateCall(run.target), addressOf('adminUrl', service));
  if (answer.status === 404)
    throw new ConfigurationError(
      `service.adminUrl: ${service.adminUrl} answers 404 to authenticate; correct it, or service.version (${service.version}).`,
    );
  if (answer.status === 429) {
    throw new ConfigurationError(
      `credentials.userName: authenticate answers 429 (Retry-After: ${header(answer, 'Retry-After') ?? 'none'}): the target slows this user down after failed attempts; try again later.`,
    );
  }
  return await admit(run, send, answer);
}

/** Whether authenticating again ends the earlier session: the new token works, and the old one does not. The run goes on with the new one. */
export async function endsSessions(run: ActiveRun, send: Send, earlier: string): Promise<boolean> {
  run.session.tokens.add(earlier);
  const later = await run.session.token(send);
  const listedWith = (token: string): Promise<Answer> => send(new RequestBuilder(run.target, token).call('listAzienda'));
  return earlier !== later && (await listedWith(earlier)).status === 401 && isSuccess(await listedWith(later));
}

/** The token of the answer. A target that requires a license key at authenticate gets one, and AUTH-07 reports that. */
async function admit(run: ActiveRun, send: Send, answer: Answer): Promise<string> {
  if (answer.status !== 401 && answer.status !== 403) return givenToken(run.target, answer);
  run.session.sendsLicenseKey = true;
  const other = await send(run.session.authenticateCall());
  if (isSuccess(other)) return givenToken(run.target, other);
  run.session.sendsLicenseKey = false;
  throw new ConfigurationError(`${await refusedCredential(run, send, answer)}. (If they are right, the target breaks AUTH-01.)`);
}

function givenToken({ service: { adminUrl } }: Target, answer: Answer): string {
  const token = tokenIn(answer);
  if (token === undefined)
    throw new Doubt(
      `service.adminUrl: ${adminUrl} answers ${inShort(answer)} to authenticate, and gives no token; check the address, AUTH-01 will tell.`,
    );
  return token;
}

/** Compares with a call without the API key. If its answer is the same, the target refused the key or did not see it. */
async function refusedCredential(run: ActiveRun, send: Send, answer: Answer): Promise<string> {
  const { headerWord } = run.target.service;
  const bare = await send(withoutServiceHeaders(authenticateCall(run.target), headerWord));
  const said = `authenticate answers ${answer.status}`;
  if (!isSame(bare, answer)) return `credentials.userName and credentials.password are refused: ${said}; correct them`;
  const settings = answer.status === 401 ? 'credentials.userName, credentials.password or credentials.apiKey' : 'credentials.apiKey';
  return `${settings} is refused: ${said}${asIfNotSent(headerNames(headerWord).apiKey, headerWord)}; correct it`;
}
