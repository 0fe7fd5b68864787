import { createdId } from '../../api/identity.ts';
import { contactPlaceholder } from '../../config/defaults.ts';
import type { Trial } from '../../engine/trial.ts';
import { type Answer, isSuccess } from '../../http/answer.ts';
import { identifier, type JsonObject, memberOf } from '../../http/json.ts';
import type { Company } from '../../model/target.ts';
import { Inconclusive, Skip } from '../../model/verdict.ts';

/** A document as it was created, not issued yet. */
export interface NewDocument {
  readonly id: string;
  readonly body: JsonObject;
  readonly answer: Answer;
}

/** Rows of a long document: what tells of it takes several kilobytes. */
const manyRows = 60;

/** @param isLong whether it has many rows, where the target takes them. @throws Skip, Inconclusive where the target cannot. */
export async function createDocument(trial: Trial, company: Company, isLong = false): Promise<NewDocument> {
  const api = await trial.api();
  const plain = await documentBody(trial, company);
  const rows = memberOf(plain, 'righe');
  const body = isLong && Array.isArray(rows) ? { ...plain, righe: Array.from({ length: manyRows }, () => rows).flat() } : plain;
  const created = await trial.send(api.call('createDocumento', { company, body }));
  // How many rows it takes is the target's choice.
  if (!isSuccess(created) && body !== plain) return await createDocument(trial, company);
  if (!isSuccess(created))
    throw new Skip(
      `the target does not create the configured document (${created.status}): set surface.bodies.documento, or surface.documentoCreate to null`,
    );
  const id = createdId(created, 'documento');
  if (id === undefined) throw new Inconclusive('the answer to the creation of a document holds no id');
  return { id, body, answer: created };
}

/** The configured body, or the default one for a contact that is created for it. */
export async function documentBody(trial: Trial, company: Company): Promise<JsonObject> {
  const body = trial.target.surface.bodies.documento as JsonObject;
  if (body.anagraficaId !== contactPlaceholder) return body;
  const api = await trial.api();
  const buyer = { nome: trial.fresh(), sede: address };
  const known = await trial.send(api.call('createAnagrafica', { company, body: { ...buyer, codiceFiscale } }));
  // A target may take no two of one tax code.
  const created = isSuccess(known) ? known : await trial.prepare(api.call('createAnagrafica', { company, body: buyer }));
  return { ...body, anagraficaId: identifier(createdId(created, 'anagrafica') ?? '') };
}

/** What an electronic invoice says of its buyer. */
const codiceFiscale = 'RSSMRA80A01H501U';
const address = { indirizzo: 'Via Roma 1', cap: '20121', comune: 'Milano', provincia: 'MI', nazione: 'IT' };
