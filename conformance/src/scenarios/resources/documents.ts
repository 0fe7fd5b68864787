import { createdId } from '../../api/identity.ts';
import { isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Answer } from '../../model/exchange.ts';
import { identifier, type Json, type JsonObject, memberOf } from '../../model/json.ts';
import { CONTACT_PLACEHOLDER, type Company } from '../../model/target.ts';
import { Inconclusive, Skip } from '../../model/verdict.ts';
import { oncePerRunFor } from '../once-per-run.ts';
import { variableMembers, varied } from '../values/varied.ts';

/** A created document that is not issued yet. */
export interface NewDocument {
  readonly id: string;
  readonly body: JsonObject;
  readonly answer: Answer;
}

/** Rows of a long document: its event takes several kilobytes. */
const MANY_ROWS = 60;

/** @param isLong whether it has many rows, if the target accepts them. @throws Skip, Inconclusive if the target cannot. */
export async function createDocument(context: CheckContext, company: Company, isLong = false): Promise<NewDocument> {
  const api = await context.api();
  const plain = await documentBody(context, company);
  const rows = memberOf(plain, 'righe');
  const body = isLong && Array.isArray(rows) ? { ...plain, righe: Array.from({ length: MANY_ROWS }, () => rows).flat() } : plain;
  const created = await context.send(api.call('createDocumento', { company, body }));
  // How many rows a document may have is the target's choice.
  if (!isSuccess(created) && body !== plain) return await createDocument(context, company);
  if (!isSuccess(created))
    throw new Skip(
      `the target does not create the configured document (${created.status}): set surface.bodies.documento, or surface.documentoCreate to null`,
    );
  const id = createdId(created, 'documento');
  if (id === undefined) throw new Inconclusive('the answer to the creation of a document shows no id');
  return { id, body, answer: created };
}

/** The configured body, or the default one with a contact of its own, which may be deleted and tells the document's events apart. */
export async function documentBody(context: CheckContext, company: Company): Promise<JsonObject> {
  return await bodyFor(context, company, () => createBuyer(context, company));
}

/** The same body, but with a contact that all such documents of a company share. No check may change it. */
export async function plainDocumentBody(context: CheckContext, company: Company): Promise<JsonObject> {
  return await bodyFor(context, company, () => sharedBuyer(context, company));
}

async function bodyFor(context: CheckContext, company: Company, buyer: () => Promise<Json>): Promise<JsonObject> {
  const body = context.target.surface.bodies.documento as JsonObject;
  return body.anagraficaId === CONTACT_PLACEHOLDER ? { ...body, anagraficaId: await buyer() } : await anotherBody(context, company);
}

/** The configured body with another value of a member that can be varied. Unchanged if there is none. */
async function anotherBody(context: CheckContext, company: Company): Promise<JsonObject> {
  const body = context.target.surface.bodies.documento as JsonObject;
  const member = await variableMember(context, company);
  return member === undefined ? body : varied(context, body, member);
}

/** The first member of the configured body that can be varied, found once. Undefined if there is none. */
export const variableMember: (context: CheckContext, company: Company) => Promise<string | undefined> = oncePerRunFor<
  Company,
  string | undefined
>(
  ({ id }) => id,
  async (context, company) => {
    const body = context.target.surface.bodies.documento as JsonObject;
    const api = await context.api();
    for (const member of variableMembers(body))
      if (isSuccess(await context.send(api.call('createDocumento', { company, body: varied(context, body, member) })))) return member;
    return undefined;
  },
);

const sharedBuyer = oncePerRunFor<Company, Json>(({ id }) => id, createBuyer);

/** The identifier of a new contact that an electronic invoice can be made out to. */
async function createBuyer(context: CheckContext, company: Company): Promise<Json> {
  const api = await context.api();
  const { codiceFiscale, ...buyer } = buyerBody(context);
  const known = await context.send(api.call('createAnagrafica', { company, body: { ...buyer, codiceFiscale } }));
  // A target may refuse two contacts with one tax code.
  const created = isSuccess(known) ? known : await context.prepare(api.call('createAnagrafica', { company, body: buyer }));
  return identifier(createdId(created, 'anagrafica') ?? '');
}

/** A body that creates a contact that an electronic invoice can be made out to. */
export function buyerBody(context: CheckContext): JsonObject & { readonly codiceFiscale: string } {
  return { nome: context.fresh(), sede: address, codiceFiscale: CODICE_FISCALE };
}

/** What an electronic invoice says of its buyer. */
const CODICE_FISCALE = 'RSSMRA80A01H501U';
const address = { indirizzo: 'Via Roma 1', cap: '20121', comune: 'Milano', provincia: 'MI', nazione: 'IT' };
