import { headerNames } from '../api/header-names.ts';
import { entriesOf } from '../api/listing.ts';
import { authenticateCall, RequestBuilder } from '../api/requests.ts';
import { tokenIn } from '../api/session.ts';
import type { OperationId } from '../generated/operations.ts';
import { header, inShort, isSuccess, json } from '../http/answer.ts';
import { withoutHeader } from '../http/call.ts';
import { ConfigurationError } from '../model/configuration-error.ts';
import type { Answer, Call, Send } from '../model/exchange.ts';
import { memberOf } from '../model/json.ts';
import type { Company, Target } from '../model/target.ts';
import type { ActiveRun } from './create-run.ts';
import { addressOf, reach } from './reach.ts';

/** One inspection of the configuration or the target. */
export interface Inspection {
  /** What is inspected, in a person's words. */
  readonly what: string;
  /** The inspections that must succeed before this one makes sense. */
  readonly needs: readonly string[];
  /** Returns what was found. @throws ConfigurationError, Doubt with one sentence that says what to correct */
  readonly look: () => Promise<string>;
}

/** The configuration or the target may be wrong. The rules will show which, so the run goes on. */
export class Doubt extends Error {}

/** What the inspection of a company needs. */
interface CompanyContext {
  readonly requests: RequestBuilder;
  readonly send: Send;
  readonly company: Company;
  /** The company's setting in the configuration. */
  readonly setting: string;
}

/**
 * Tests that a company can be used with its license key. A problem stops the run if the configuration may be its cause.
 * If the target is the likelier cause, the rules judge it.
 * @throws ConfigurationError, Doubt with one sentence that says what to correct
 */
export async function lookAtCompany(context: CompanyContext): Promise<string> {
  const { company, setting } = context;
  const own = await ask(context, 'listArticolo', company);
  if (isSuccess(own) && (own.status === 204 || json(own) !== undefined)) return 'its license key is accepted';
  if (!isRefusal(own))
    throw new Doubt(
      `${setting}: listArticolo is answered ${inShort(own)}, which does not show whether the license key is right: the rules will tell.`,
    );
  await rejectSwappedKeys(context);
  const configuration = await ask(context, 'listAzienda', company);
  const refused = `${setting}: company ${company.id} is refused with its license key (${own.status})`;
  if (!isRefusal(configuration)) {
    const listed = listedIds(context.requests.target, configuration);
    if (listed !== undefined && !listed.includes(company.id))
      throw new ConfigurationError(
        `${refused}, and listAzienda does not list it (it lists ${listed.slice(0, 8).join(', ') || 'none'}); correct the id. (If it is right, the target breaks COMP-01.)`,
      );
    throw new Doubt(
      `${refused}, although listAzienda accepts that key: check that id and licenseKey belong together; the rules will tell.`,
    );
  }
  if (own.status === 404 && configuration.status === 404) throw new ConfigurationError(wrongAddress(context.requests.target));
  if (own.status === 401 && configuration.status === 401) throw notLetIn(context.requests.target);
  throw new ConfigurationError(
    `${refused}, and listAzienda refuses that key too${await orTheWord(context, own)}; correct id or licenseKey. (If they are right, the target breaks COMP-02.)`,
  );
}

/** If this company accepts another company's key, and that company refuses it, the two keys have been swapped. */
async function rejectSwappedKeys(context: CompanyContext): Promise<void> {
  const { company, setting, requests } = context;
  for (const [index, other] of requests.target.companies.entries()) {
    if (other.id === company.id || !isSuccess(await ask(context, 'listArticolo', { ...company, licenseKey: other.licenseKey }))) continue;
    if (!isRefusal(await ask(context, 'listArticolo', other))) continue;
    throw new ConfigurationError(
      `${setting} and companies[${index}]: each company is refused with its own license key, and company ${company.id} is accepted with the key of company ${other.id}; swap the keys. (If they are right, the target breaks HDR-05.)`,
    );
  }
}

function wrongAddress({ service }: Target): string {
  return `service.customerUrl: ${service.customerUrl} answers 404 to listArticolo and listAzienda; correct it, or service.version (${service.version}). (If both are right, the target breaks COMP-01.)`;
}

/** The Admin API issued the token. If both APIs have the same address, the target contradicts itself. */
function notLetIn({ service }: Target): Error {
  const said = `service.customerUrl: ${service.customerUrl} answers 401 to the token that service.adminUrl issued`;
  return service.adminUrl === service.customerUrl
    ? new Doubt(`${said}: the rules will tell.`)
    : new ConfigurationError(`${said}; check that both addresses belong to one installation. (If they do, the target breaks AUTH-03.)`);
}

/** A target that gives the same answer without the service's headers may use another word in their names. */
async function orTheWord({ requests, send, company }: CompanyContext, answer: Answer): Promise<string> {
  const { headerWord } = requests.target.service;
  const bare = withoutServiceHeaders(requests.call('listArticolo', { company }), headerWord);
  return isSame(await send(bare), answer) ? asIfNotSent(headerNames(headerWord).licenseKey, headerWord) : '';
}

/** The hint if a target answers as if a header were missing. */
function asIfNotSent(name: string, headerWord: string): string {
  return `, as if ${name} were missing (check that the target's header names contain service.headerWord, ${headerWord})`;
}

function withoutServiceHeaders(call: Call, headerWord: string): Call {
  const { apiKey, licenseKey, applicationId } = headerNames(headerWord);
  return [apiKey, licenseKey, applicationId].reduce(withoutHeader, call);
}

/** Whether the status and, if both have one, the title are the same. The rest of a body may differ from answer to answer. */
function isSame(left: Answer, right: Answer): boolean {
  const [one, other] = [memberOf(json(left), 'title'), memberOf(json(right), 'title')];
  return left.status === right.status && (one === undefined || other === undefined || one === other);
}

async function ask({ requests, send }: CompanyContext, operation: OperationId, company: Company): Promise<Answer> {
  return await send(requests.call(operation, { company }));
}

function isRefusal({ status }: Answer): boolean {
  return status >= 400 && status < 500 && status !== 429;
}

/** The ids of the listed companies; undefined if the answer does not show them. */
function listedIds({ surface }: Target, answer: Answer): readonly string[] | undefined {
  const ids = entriesOf(answer)?.map((entry) => memberOf(entry, surface.companyId));
  return ids?.every((id) => id !== undefined && id !== null) ? ids.map(String) : undefined;
}

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
