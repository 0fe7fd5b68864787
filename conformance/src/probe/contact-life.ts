import type { Company } from '../config/target.ts';
import { type Delivery, type Evento, eventoOf } from '../receiver/delivery.ts';
import type { Trial } from '../run/trial.ts';
import { Inconclusive } from '../run/verdict.ts';
import { contactBody } from '../target/contacts.ts';
import { createdId, idOf, objectOf } from '../target/identity.ts';
import { awaitDeliveries, type Hook } from '../target/webhooks.ts';
import type { Answer } from '../wire/answer.ts';
import type { Call } from '../wire/call.ts';
import { isObject, type Json, memberOf } from '../wire/json.ts';

/** A contact that the suite created, and what its creation answered. */
export interface Contact {
  readonly id: string;
  readonly nome: string;
  readonly company: Company;
  readonly answer: Answer;
}

/** An event as it arrived. */
export interface Arrival {
  readonly delivery: Delivery;
  readonly evento: Evento;
}

/** The event types of contacts, as the target names them. */
export function contactTypes(trial: Trial): { readonly create: string; readonly update: string; readonly delete: string } {
  const { anagrafica } = trial.target.surface.eventObjects;
  return { create: `${anagrafica}.Create`, update: `${anagrafica}.Update`, delete: `${anagrafica}.Delete` };
}

/** @throws Inconclusive when the target does not create it, or does not say under which id. */
export async function createContact(trial: Trial, company: Company, nome: string = trial.fresh()): Promise<Contact> {
  const api = await trial.api();
  const answer = await trial.prepare(api.call('createAnagrafica', { company, body: contactBody(trial, nome) }));
  const id = createdId(answer, 'anagrafica');
  if (id === undefined) throw new Inconclusive('the answer to the creation of a contact holds no id');
  return { id, nome, company, answer };
}

/** The call that changes the nome. @throws Skip where the target has none. */
export async function renamingCall(trial: Trial, { id, company, answer }: Contact, nome: string = trial.fresh()): Promise<Call> {
  const concurrencyToken = memberOf(objectOf(answer, 'concurrencyToken'), 'concurrencyToken');
  const body = { ...contactBody(trial, nome), ...(concurrencyToken !== undefined && { concurrencyToken }) };
  return (await trial.api()).call('updateAnagrafica', { company, id, body });
}

/** Changes the nome. @throws Inconclusive or Skip when the target does not. */
export async function renameContact(trial: Trial, contact: Contact, nome?: string): Promise<Answer> {
  return await trial.prepare(await renamingCall(trial, contact, nome));
}

/** @throws Inconclusive or Skip when the target does not. */
export async function deleteContact(trial: Trial, { id, company }: Contact): Promise<Answer> {
  return await trial.prepare((await trial.api()).call('deleteAnagrafica', { company, id }));
}

/** The events of one type that arrived at a hook for one contact. */
export function arrivalsOf(hook: Hook, type: string, contact: Pick<Contact, 'id' | 'nome'>): readonly Arrival[] {
  // Companies may count their contacts each for itself: a new one is told by its name too.
  const isNew = type.endsWith('.Create');
  return arrivals(hook).filter(({ evento: { type: seen, object } }) => {
    const same = seen === type && idOf(object, 'anagrafica') === contact.id;
    return same && (!isNew || memberOf(object, 'nome') === contact.nome);
  });
}

export function arrivals(hook: Hook): readonly Arrival[] {
  return hook.endpoint.deliveries.flatMap((delivery) => {
    const evento = eventoOf(delivery);
    return evento === undefined ? [] : [{ delivery, evento }];
  });
}

/** Waits for an event of a contact. @throws Inconclusive when it does not come. */
export async function awaitEvent(trial: Trial, hook: Hook, type: string, contact: Contact): Promise<Arrival> {
  await awaitDeliveries(trial, hook, () => arrivalsOf(hook, type, contact).length > 0);
  const [arrival] = arrivalsOf(hook, type, contact);
  if (arrival === undefined) throw new Inconclusive(`no ${type} came`);
  return arrival;
}

/** Waits until a hook has been quiet for as long as the configuration says. */
export async function settle(trial: Trial, ...hooks: readonly Hook[]): Promise<void> {
  await Promise.all(hooks.map(({ endpoint }) => endpoint.settled(() => endpoint.deliveries.length, trial.target.timing.quietMs)));
}

/** Members of `whole` that `part` lacks or holds otherwise; casing and absent nulls aside, which are the target's choice. */
export function missingFrom(part: Json | undefined, whole: Json | undefined, path = ''): readonly string[] {
  if (whole === null || whole === undefined) return [];
  if (isObject(whole)) return Object.keys(whole).flatMap((name) => missingFrom(memberOf(part, name), whole[name], `${path}/${name}`));
  if (Array.isArray(whole)) {
    const items: readonly Json[] = Array.isArray(part) ? part : [];
    return items.length === whole.length ? whole.flatMap((item, index) => missingFrom(items[index], item, `${path}/${index}`)) : [path];
  }
  return String(part) === String(whole) ? [] : [path];
}
