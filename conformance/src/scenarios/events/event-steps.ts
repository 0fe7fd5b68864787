import { contactTypes } from '../../api/event-names.ts';
import { idOf, objectOf } from '../../api/identity.ts';
import { isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Answer } from '../../model/exchange.ts';
import { type Json, type JsonObject, memberOf } from '../../model/json.ts';
import type { Company } from '../../model/target.ts';
import { Inconclusive, Skip } from '../../model/verdict.ts';
import { type Contact, createContact, deleteContact, renameContact } from '../resources/contact-life.ts';
import { contactBody } from '../resources/contacts.ts';
import { createDocument, type NewDocument } from '../resources/documents.ts';
import { itemBody } from '../resources/items.ts';
import { unlessRefused } from '../unless-refused.ts';
import { everyEnding } from '../values/texts.ts';

/** One thing that fires an event of a type. */
export interface Step {
  readonly type: string;
  readonly resource: 'anagrafica' | 'articolo' | 'documento' | 'xml';
  readonly act: () => Promise<void>;
  /** Whether its event must come; of other entities it may. */
  readonly awaited: boolean;
  /** A document that is left as it is. */
  readonly unissued?: boolean;
  /** The object's id, once it was done. */
  readonly id: () => string | undefined;
  /** What the object holds then, as it was sent; undefined where the target may show it in another way. */
  readonly sent: () => JsonObject | undefined;
  /** What the target shows of it then; undefined where it shows nothing. */
  readonly shown: () => Json | undefined;
}

/** What is done in a company, each in its turn: the life of a contact, a stock item, and documents. */
export function stepsOf(context: CheckContext, company: Company): readonly AsyncIterable<Step>[] {
  return [contactLife(context, company), itemLife(context, company), documentLife(context, company)];
}

/** Created, changed twice and deleted, while another that is alike is created, where the target takes two that are; then one with a key. */
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
      shown: () => shown,
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
  const rename = (ending: string) => async (): Promise<Contact> => {
    const known = latest(first);
    // Which letters the target takes was seen at the creation.
    const nome = context.fresh() + (known.nome === name ? ending : '');
    const answer = await renameContact(context, known, nome);
    const renamed = { ...known, nome, answer };
    first.push(renamed);
    return renamed;
  };
  if (anagraficaPut !== null) yield step(types.update, rename(''));
  yield step(types.create, async () => (await unlessRefused(create())) ?? (await createContact(context, company)));
  if (anagraficaPut !== null) yield step(types.update, rename(everyEnding));
  if (anagraficaDelete !== null) {
    yield step(types.delete, async () => {
      await deleteContact(context, latest(first));
      return latest(first);
    });
  }
  // Not right after another creation, since it could be mistaken for a repetition of that one.
  if (anagraficaPut === null && anagraficaDelete === null) return;
  yield step(types.create, async () => await createContact(context, company, context.fresh(), context.freshKey()));
}

function latest(contacts: readonly Contact[]): Contact {
  const contact = contacts.at(-1);
  if (contact === undefined) throw new Inconclusive('no contact was created');
  return contact;
}

async function* itemLife(context: CheckContext, company: Company): AsyncGenerator<Step> {
  const { articoloCreate, eventObjects } = context.target.surface;
  if (articoloCreate === null) return;
  const body = itemBody(context, context.fresh());
  let answer: Answer | undefined;
  yield {
    type: `${eventObjects.articolo}.Create`,
    resource: 'articolo',
    awaited: false,
    act: async () => {
      answer = await context.prepare((await context.api()).call('createArticolo', { company, body }));
    },
    id: () => answer && idOf(objectOf(answer, 'id'), 'articolo'),
    sent: () => undefined,
    shown: () => answer && sentPart(answer, body),
  };
}

/** One document is issued and exported, another, a long one, is not. */
async function* documentLife(context: CheckContext, company: Company): AsyncGenerator<Step> {
  const { documentoCreate, documentoEmit, documentoExport, eventObjects } = context.target.surface;
  if (documentoCreate === null) throw new Skip('surface.documentoCreate is null: there is no document to issue');
  const create = `${eventObjects.documento}.Create`;
  const made: NewDocument[] = [];
  for (const unissued of [true, false]) {
    let document: NewDocument | undefined;
    yield {
      type: create,
      resource: 'documento',
      awaited: false,
      unissued,
      act: async () => {
        document = await createDocument(context, company, unissued);
        made.push(document);
      },
      id: () => document?.id,
      sent: () => undefined,
      shown: () => document && sentPart(document.answer, document.body),
    };
  }
  const known = made.at(-1);
  if (known === undefined) return;
  const after = (type: string, operation: 'emitDocumento' | 'exportFatturaElettronicaXml', resource: 'documento' | 'xml'): Step => ({
    type,
    resource,
    awaited: true,
    act: async () => void (await context.prepare((await context.api()).call(operation, { company, id: known.id }))),
    id: () => (resource === 'documento' ? known.id : undefined),
    sent: () => undefined,
    shown: () => (resource === 'documento' ? sentPart(known.answer, known.body) : undefined),
  });
  if (documentoEmit === null) throw new Skip('surface.documentoEmit is null: there is no way to issue a document');
  yield after(`${eventObjects.documento}.Emit`, 'emitDocumento', 'documento');
  if (documentoExport !== null) yield after(`${eventObjects.xml}.Export`, 'exportFatturaElettronicaXml', 'xml');
}

/** The members of an object in an answer that were sent: the others may not be part of the object. */
function sentPart(answer: Answer, body: JsonObject): JsonObject {
  const shown = objectOf(answer, 'id');
  return Object.fromEntries(Object.keys(body).map((name) => [name, memberOf(shown, name) ?? null]));
}

async function shownContact(context: CheckContext, { company, id }: Contact): Promise<Json | undefined> {
  if (context.target.surface.anagraficaGet === null) return undefined;
  const answer = await context.send((await context.api()).call('getAnagrafica', { company, id }));
  return isSuccess(answer) ? objectOf(answer, 'nome') : undefined;
}
