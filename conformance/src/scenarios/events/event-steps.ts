import { contactTypes } from '../../api/event-names.ts';
import { objectOf } from '../../api/identity.ts';
import type { OperationId } from '../../generated/operations.ts';
import { effects, type Resource, resources } from '../../generated/resources.ts';
import { isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { type Json, memberOf } from '../../model/json.ts';
import type { Company } from '../../model/target.ts';
import { Inconclusive } from '../../model/verdict.ts';
import type { Evento } from '../../receiver/attempt.ts';
import { type Contact, createContact, deleteContact, renameContact } from '../resources/contact-life.ts';
import { contactBody } from '../resources/contacts.ts';
import { isSparing } from '../sparingly.ts';
import { unlessRefused } from '../unless-refused.ts';
import { everyEnding, isSameName } from '../values/texts.ts';
import { sentPart } from './life.ts';
import { objectLife, variedLives } from './object-life.ts';
import type { Step } from './step.ts';

/** Whether an event shows the name that its object has after a step; true if no name is known. */
export function isToldBy({ sent, shown, named }: Step, { object }: Evento): boolean {
  const nome = memberOf(sent(), 'nome');
  const label = named?.();
  const name = label === undefined ? undefined : memberOf(shown(), label);
  return (
    (typeof nome !== 'string' || isSameName(memberOf(object, 'nome'), nome)) &&
    (label === undefined || typeof name !== 'string' || isSameName(memberOf(object, label), name))
  );
}

/**
 * The steps in a company, in order: the life of a contact, then the lives of objects of every other resource that fires events. Companies
 * other than the first get only some of those.
 */
export function livesIn(context: CheckContext, company: Company): readonly AsyncIterable<Step>[] {
  const ordered = firing();
  const lived = company === context.target.companies[0] ? ordered : context.some(ordered);
  return [contactLife(context, company), ...lived.map((resource) => objectLife(context, company, resource))];
}

/** The steps of objects with varied bodies. @param keyFor the key of a call */
export function variedIn(
  context: CheckContext,
  company: Company,
  keyFor: (operation: OperationId) => string,
): readonly AsyncIterable<Step>[] {
  const varied = [...(isSparing(context) ? [] : [resources.Anagrafica]), ...firing()];
  return varied.map((resource) => variedLives(context, company, resource, keyFor));
}

/** The resources other than contacts whose creation fires an event. Those with acts come last, which are the documents. */
function firing(): readonly Resource[] {
  const others = Object.values(resources).filter(
    ({ name, operations: { create } }) => name !== 'Anagrafica' && create && effects[create]?.fires,
  );
  return others.toSorted((one, other) => one.acts.length - other.acts.length);
}

/** Creates, changes twice and deletes a contact. Creates an equal one in between, if the target accepts it, and a last one that stays. */
async function* contactLife(context: CheckContext, company: Company): AsyncGenerator<Step> {
  const { anagraficaPut, anagraficaDelete } = context.target.surface;
  const types = contactTypes(context);
  const step = (type: string, act: () => Promise<Contact>): Step => {
    let [done, shown]: [Contact | undefined, Json | undefined] = [undefined, undefined];
    return {
      type,
      resource: 'anagrafica',
      awaited: true,
      act: async () => {
        done = await act();
        if (type !== types.delete) shown = await shownContact(context, done);
      },
      id: () => done?.id,
      sent: () => contactBody(context, done?.nome ?? ''),
      shown: () => sentPart(shown, contactBody(context, done?.nome ?? ''), resources.Anagrafica),
      answered: () => shown,
    };
  };
  const name = context.fresh() + everyEnding;
  const first: Contact[] = [];
  const create = async (): Promise<Contact> => createContact(context, company, name);
  yield step(types.create, async () => {
    const contact = await create();
    first.push(contact);
    return contact;
  });
  const rename = (contacts: Contact[], ending: string) => async (): Promise<Contact> => {
    const known = latest(contacts);
    // The creation showed which characters the target accepts.
    const nome = context.fresh() + (first[0]?.nome === name ? ending : '');
    const renamed = await renameContact(context, known, nome);
    contacts.push(renamed);
    return renamed;
  };
  if (anagraficaPut !== null) yield step(types.update, rename(first, ''));
  if (!isSparing(context)) yield step(types.create, async () => (await unlessRefused(create())) ?? (await createContact(context, company)));
  if (anagraficaPut !== null) yield step(types.update, rename(first, everyEnding));
  if (anagraficaDelete !== null) {
    yield step(types.delete, async () => {
      await deleteContact(context, latest(first));
      return latest(first);
    });
  }
  // Not right after another creation, because a service could take it for a duplicate of that one.
  if (anagraficaPut === null && anagraficaDelete === null) return;
  const kept: Contact[] = [];
  yield step(types.create, async () => {
    kept.push(await createContact(context, company, context.fresh(), context.freshKey()));
    return latest(kept);
  });
  if (anagraficaPut !== null) yield step(types.update, rename(kept, ''));
}

function latest(contacts: readonly Contact[]): Contact {
  const contact = contacts.at(-1);
  if (contact === undefined) throw new Inconclusive('no contact was created');
  return contact;
}

async function shownContact(context: CheckContext, { company, id }: Contact): Promise<Json | undefined> {
  if (context.target.surface.anagraficaGet === null) return undefined;
  const answer = await context.send((await context.api()).call('getAnagrafica', { company, id }));
  return isSuccess(answer) ? objectOf(answer, 'nome') : undefined;
}
