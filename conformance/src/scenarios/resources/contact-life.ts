import { createdId, idOf, objectOf } from '../../api/identity.ts';
import { readList } from '../../api/listing.ts';
import { resources } from '../../generated/resources.ts';
import { isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Answer, Call } from '../../model/exchange.ts';
import { memberOf } from '../../model/json.ts';
import type { Company } from '../../model/target.ts';
import { Inconclusive } from '../../model/verdict.ts';
import type { Attempt, Script, Webhook } from '../../model/webhook.ts';
import { eventoOf } from '../../receiver/attempt.ts';
import { awaitAttempts } from '../../wait/arrives.ts';
import { type Arrival, arrivalsOfId } from '../deliveries/arrivals.ts';
import { changeOf, tokenOf } from '../operations/operation-case.ts';
import { callOn, shownAgain, type Thing } from '../operations/thing.ts';
import { isSameName } from '../values/texts.ts';
import { contactBody } from './contacts.ts';

/** A contact that the suite created, and the answer to its creation. */
export interface Contact extends Thing {
  readonly nome: string;
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
  const body = contactBody(context, nome);
  const call = (await context.api()).call('createAnagrafica', { company, body, ...(key !== undefined && { key }) });
  const answer = /^[ -~]*$/.test(nome) ? await context.prepare(call) : await context.send(call);
  // A target may refuse unusual characters. A plain name is enough here.
  if (!isSuccess(answer)) return await createContact(context, company);
  const id = createdId(answer, 'anagrafica') ?? (await listedId(context, company, nome));
  if (id === undefined)
    throw new Inconclusive('neither the answer to the creation of a contact nor the list shows its id: set surface.anagraficaList');
  return { resource: resources.Anagrafica, company, id, draft: { body, label: nome }, shown: objectOf(answer, 'id'), nome, answer };
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
export async function renamingCall(context: CheckContext, contact: Contact, nome: string = context.fresh()): Promise<Call> {
  // The answer to the latest change may show no token, which a PUT may need.
  const present = tokenOf(contact) === undefined ? await shownAgain(context, contact) : contact;
  return await callOn(context, 'updateAnagrafica', contact, (await changeOf(context, present, undefined, nome)).body);
}

/** Changes the nome. @throws Inconclusive or Skip when the target does not. */
export async function renameContact(context: CheckContext, contact: Contact, nome: string = context.fresh()): Promise<Contact> {
  const answer = await context.prepare(await renamingCall(context, contact, nome));
  return { ...contact, nome, shown: objectOf(answer, 'id') };
}

/** @throws Inconclusive or Skip when the target does not. */
export async function deleteContact(context: CheckContext, contact: Contact): Promise<Answer> {
  return await context.prepare(await callOn(context, 'deleteAnagrafica', contact));
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
