import { contactPlaceholder } from '../config/defaults.ts';
import type { Company } from '../config/target.ts';
import type { Trial } from '../run/trial.ts';
import { Inconclusive, Skip } from '../run/verdict.ts';
import { createdId } from '../target/identity.ts';
import { type Answer, isSuccess } from '../wire/answer.ts';
import { identifier, type JsonObject } from '../wire/json.ts';

/** A document as it was created, not issued yet. */
export interface NewDocument {
  readonly id: string;
  readonly body: JsonObject;
  readonly answer: Answer;
}

/** @throws Skip, Inconclusive where the target cannot. */
export async function createDocument(trial: Trial, company: Company): Promise<NewDocument> {
  const api = await trial.api();
  const body = await documentBody(trial, company);
  const created = await trial.send(api.call('createDocumento', { company, body }));
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
  const buyer = { nome: trial.fresh(), codiceFiscale: 'RSSMRA80A01H501U', sede: address };
  const created = await trial.prepare((await trial.api()).call('createAnagrafica', { company, body: buyer }));
  return { ...body, anagraficaId: identifier(createdId(created, 'anagrafica') ?? '') };
}

/** What an electronic invoice says of its buyer. */
const address = { indirizzo: 'Via Roma 1', cap: '20121', comune: 'Milano', provincia: 'MI', nazione: 'IT' };
