import { headerNames } from '../api/header-names.ts';
import { entriesOf } from '../api/listing.ts';
import type { RequestBuilder } from '../api/requests.ts';
import type { OperationId } from '../generated/operations.ts';
import { inShort, isSuccess, json } from '../http/answer.ts';
import { withoutHeader } from '../http/call.ts';
import { ConfigurationError } from '../model/configuration-error.ts';
import type { Answer, Call, Send } from '../model/exchange.ts';
import { memberOf } from '../model/json.ts';
import type { Company, Target } from '../model/target.ts';
import { Doubt } from './inspection.ts';

/** What one look at a company needs. */
interface CompanyContext {
  readonly requests: RequestBuilder;
  readonly send: Send;
  readonly company: Company;
  /** Its place in the configuration. */
  readonly setting: string;
}

/**
 * Whether a company can be used with its license key. What only the configuration explains, or it as well as the target, stops the run;
 * what the target explains better is left to the rules.
 * @throws ConfigurationError, Doubt with one sentence that says what to correct.
 */
export async function lookAtCompany(context: CompanyContext): Promise<string> {
  const { company, setting } = context;
  const own = await ask(context, 'listArticolo', company);
  if (isSuccess(own) && (own.status === 204 || json(own) !== undefined)) return 'its license key is accepted';
  if (!isRefusal(own))
    throw new Doubt(`${setting}: listArticolo is answered ${inShort(own)}, which says nothing of the license key: the rules will tell.`);
  await rejectSwappedKeys(context);
  const configuration = await ask(context, 'listAzienda', company);
  const refused = `${setting}: company ${company.id} is refused with its license key (${own.status})`;
  if (!isRefusal(configuration)) {
    const listed = listedIds(context.requests.target, configuration);
    if (listed !== undefined && !listed.includes(company.id))
      throw new ConfigurationError(
        `${refused}, and listAzienda does not list it, but ${listed.slice(0, 8).join(', ') || 'none'}; correct the id. (If it is right, the target breaks COMP-01.)`,
      );
    throw new Doubt(`${refused}, although listAzienda takes that key: see that id and licenseKey belong together; the rules will tell.`);
  }
  if (own.status === 404 && configuration.status === 404) throw new ConfigurationError(wrongAddress(context.requests.target));
  if (own.status === 401 && configuration.status === 401) throw notLetIn(context.requests.target);
  throw new ConfigurationError(
    `${refused}, and so is that key everywhere${await orTheWord(context, own)}; correct id or licenseKey. (If they are right, the target breaks COMP-02.)`,
  );
}

/** Where the key of another company is accepted for this company but not for its own, the two keys have been swapped. */
async function rejectSwappedKeys(context: CompanyContext): Promise<void> {
  const { company, setting, requests } = context;
  for (const [index, other] of requests.target.companies.entries()) {
    if (other.id === company.id || !isSuccess(await ask(context, 'listArticolo', { ...company, licenseKey: other.licenseKey }))) continue;
    if (!isRefusal(await ask(context, 'listArticolo', other))) continue;
    throw new ConfigurationError(
      `${setting} and companies[${index}]: each company is refused with its own license key, and company ${company.id} is let in with that of company ${other.id}; swap the keys. (If they are right, the target breaks HDR-05.)`,
    );
  }
}

function wrongAddress({ service }: Target): string {
  return `service.customerUrl: ${service.customerUrl} answers 404 to listArticolo and listAzienda; correct it, or service.version (${service.version}). (If both are right, the target breaks COMP-01.)`;
}

/** The token was issued by the Admin API: where both APIs stand at one address, the target contradicts itself. */
function notLetIn({ service }: Target): Error {
  const said = `service.customerUrl: ${service.customerUrl} answers 401 to the token that service.adminUrl gave`;
  return service.adminUrl === service.customerUrl
    ? new Doubt(`${said}: the rules will tell.`)
    : new ConfigurationError(`${said}; see that both addresses are of one installation. (If they are, the target breaks AUTH-03.)`);
}

/** A target that answers the same to a call without the service's own headers may know them by another word. */
async function orTheWord({ requests, send, company }: CompanyContext, answer: Answer): Promise<string> {
  const { headerWord } = requests.target.service;
  const bare = withoutServiceHeaders(requests.call('listArticolo', { company }), headerWord);
  return isSame(await send(bare), answer) ? asIfNotSent(headerNames(headerWord).licenseKey, headerWord) : '';
}

/** What is said when a target answers as if a header had not come. */
export function asIfNotSent(name: string, headerWord: string): string {
  return `, as if no ${name} had come (see that the target knows its headers by service.headerWord, ${headerWord})`;
}

export function withoutServiceHeaders(call: Call, headerWord: string): Call {
  const { apiKey, licenseKey, applicationId } = headerNames(headerWord);
  return [apiKey, licenseKey, applicationId].reduce(withoutHeader, call);
}

/** The same status and, where both have one, the same title: the rest of a body may differ from answer to answer. */
export function isSame(left: Answer, right: Answer): boolean {
  const [one, other] = [memberOf(json(left), 'title'), memberOf(json(right), 'title')];
  return left.status === right.status && (one === undefined || other === undefined || one === other);
}

async function ask({ requests, send }: CompanyContext, operation: OperationId, company: Company): Promise<Answer> {
  return await send(requests.call(operation, { company }));
}

function isRefusal({ status }: Answer): boolean {
  return status >= 400 && status < 500 && status !== 429;
}

/** Undefined if the answer does not show them. */
function listedIds({ surface }: Target, answer: Answer): readonly string[] | undefined {
  const ids = entriesOf(answer)?.map((entry) => memberOf(entry, surface.companyId));
  return ids?.every((id) => id !== undefined && id !== null) ? ids.map(String) : undefined;
}
