import { createdId, idOf, objectOf } from '../../api/identity.ts';
import { readList } from '../../api/listing.ts';
import { isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Answer, Call } from '../../model/exchange.ts';
import { isObject, type Json, memberOf } from '../../model/json.ts';
import type { Company } from '../../model/target.ts';
import { Inconclusive } from '../../model/verdict.ts';
import type { Attempt, Script, Webhook } from '../../model/webhook.ts';
import { eventoOf } from '../../receiver/attempt.ts';
import { awaitAttempts } from '../../wait/arrives.ts';
import { type Arrival, arrivalsOfId } from '../deliveries/arrivals.ts';
import { isSameName } from '../values/texts.ts';
import { contactBody } from './contacts.ts';

/** A contact that the suite created, and the answer to its creation. */
export interface Contact {
  readonly id: string;
  readonly nome: string;
  readonly company: Company;
  readonly answer: Answer;
}

/** The company in which the other checks create the least, so that its webhooks receive few foreign events. */
export function quietestCompany(context: CheckContext): Company {
  return context.target.companies.at(-1) ?? context.target.companies[0];
}

/** Refuses deliveries about the rule's own contacts, so that they are retried, and confirms all others. */
export function refusingOwn(context: CheckContext): Script {
  return (_attempt, attempt) => ({ status: context.isOwn(memberOf(eventoOf(attempt)?.object, 'nome')) ? 500 : 204 });
}

/** @throws Inconclusive if the target does not create it, or does not show its id. */
export async function createContact(
  context: CheckContext,
  company: Company,
  nome: string = context.fresh(),
  key?: string,
): Promise<Contact> {
  const api = await context.api();
  const call = api.call('createAnagrafica', { company, body: contactBody(context, nome), ...(key !== undefined && { key }) });
  const answer = /^[ -~]*$/.test(nome) ? await context.prepare(call) : await context.send(call);
  // A target may refuse unusual characters. A plain name is enough here.
  if (!isSuccess(answer)) return await createContact(context, company);
  const id = createdId(answer, 'anagrafica') ?? (await listedId(context, company, nome));
  if (id === undefined)
    throw new Inconclusive('neither the answer to the creation of a contact nor the list shows its id: set surface.anagraficaList');
  return { id, nome, company, answer };
}

/** The id that the list shows for a nome, in case the answer to the creation shows none. */
async function listedId(context: CheckContext, company: Company, nome: string): Promise<string | undefined> {
  if (context.target.surface.anagraficaList === null) return undefined;
  const call = (await context.api()).call('listAnagrafica', { company });
  const list = await readList(call, (page) => context.send(page), 'nome');
  return idOf(
    list?.entries.find((entry) => isSameName(memberOf(entry, 'nome'), nome)),
    'anagrafica',
  );
}

/** The call that changes the nome. @throws Skip if the target has none. */
export async function renamingCall(context: CheckContext, contact: Omit<Contact, 'nome'>, nome: string = context.fresh()): Promise<Call> {
  const concurrencyToken = tokenIn(contact.answer) ?? (await shownToken(context, contact));
  const body = { ...contactBody(context, nome), ...(concurrencyToken !== undefined && { concurrencyToken }) };
  return (await context.api()).call('updateAnagrafica', { company: contact.company, id: contact.id, body });
}

function tokenIn(answer: Answer): Json | undefined {
  return memberOf(objectOf(answer, 'concurrencyToken'), 'concurrencyToken');
}

/** The token that a GET shows, in case the answer to the latest change shows none. A PUT may need it. */
async function shownToken(context: CheckContext, { id, company }: Omit<Contact, 'nome'>): Promise<Json | undefined> {
  if (context.target.surface.anagraficaGet === null) return undefined;
  const shown = await context.send((await context.api()).call('getAnagrafica', { company, id }));
  return isSuccess(shown) ? tokenIn(shown) : undefined;
}

/** Changes the nome. @throws Inconclusive or Skip when the target does not. */
export async function renameContact(context: CheckContext, contact: Contact, nome?: string): Promise<Answer> {
  return await context.prepare(await renamingCall(context, contact, nome));
}

/** @throws Inconclusive or Skip when the target does not. */
export async function deleteContact(context: CheckContext, { id, company }: Contact): Promise<Answer> {
  return await context.prepare((await context.api()).call('deleteAnagrafica', { company, id }));
}

/** The events of one type that arrived at a webhook for one contact. */
export function arrivalsOf(webhook: Webhook, type: string, contact: Pick<Contact, 'id' | 'nome'>): readonly Arrival[] {
  // Each company may number its contacts from 1, so the event of a new one must have its name too.
  const isNew = type.endsWith('.Create');
  return arrivalsOfId(webhook.endpoint, contact.id).filter(
    ({ evento }) => evento.type === type && (!isNew || isSameName(memberOf(evento.object, 'nome'), contact.nome)),
  );
}

/** What arrived at any of the webhooks about any of the contacts, whatever its type. */
export function deliveriesAbout(webhooks: readonly Webhook[], contacts: readonly Contact[]): readonly Attempt[] {
  return webhooks.flatMap(({ endpoint }) => contacts.flatMap(({ id }) => arrivalsOfId(endpoint, id).map(({ attempt }) => attempt)));
}

/** Waits for an event of a contact. @throws Inconclusive if it does not arrive. */
export async function awaitEvent(context: CheckContext, webhook: Webhook, type: string, contact: Contact): Promise<Arrival> {
  await awaitAttempts(context, webhook, () => arrivalsOf(webhook, type, contact).length > 0);
  const [arrival] = arrivalsOf(webhook, type, contact);
  if (arrival === undefined) throw new Inconclusive(`no ${type} arrived`);
  return arrival;
}

/**
 * Members of `whole` that `part` lacks or holds with another value. Casing and absent nulls are the target's choice.
 * @param isSame whether two values are equal. By default a number equals the text of its digits, and null equals anything.
 */
export function missingFrom(
  part: Json | undefined,
  whole: Json | undefined,
  isSame: (left: Json | undefined, right: Json) => boolean = saysSame,
  path = '',
): readonly string[] {
  if (whole === undefined) return [];
  if (isObject(whole))
    return Object.keys(whole).flatMap((name) => missingFrom(memberOf(part, name), whole[name], isSame, `${path}/${name}`));
  if (!Array.isArray(whole)) return isSame(part, whole) ? [] : [path];
  const items: readonly Json[] = Array.isArray(part) ? part : [];
  return items.length === whole.length
    ? whole.flatMap((item, index) => missingFrom(items[index], item, isSame, `${path}/${index}`))
    : [path];
}

function saysSame(left: Json | undefined, right: Json): boolean {
  return right === null || String(left) === String(right);
}
