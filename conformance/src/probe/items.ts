import type { Company } from '../config/target.ts';
import type { Trial } from '../run/trial.ts';
import { createdId } from '../target/identity.ts';
import { isSuccess } from '../wire/answer.ts';
import type { JsonObject } from '../wire/json.ts';
import { everyEnding } from './texts.ts';

/** A stock item that was created for a check. */
export interface NewItem {
  /** Undefined where the creation told none. */
  readonly id: string | undefined;
  readonly codice: string;
}

/** The body that creates a stock item with this codice. */
export function itemBody(trial: Trial, codice: string): JsonObject {
  return { ...(trial.target.surface.bodies.articolo as JsonObject), codice };
}

/** Creates a stock item, of many letters where the target takes them; undefined where it creates none. */
export async function createItem(trial: Trial, company: Company): Promise<NewItem | undefined> {
  if (trial.target.surface.articoloCreate === null) return undefined;
  const codice = trial.fresh();
  const plain = itemBody(trial, codice);
  const { descrizione } = plain;
  const lettered = typeof descrizione === 'string' ? [{ ...plain, descrizione: descrizione + everyEnding }] : [];
  for (const body of [...lettered, plain]) {
    const answer = await trial.send((await trial.api()).call('createArticolo', { company, body }));
    if (isSuccess(answer)) return { id: createdId(answer, 'articolo'), codice };
  }
  return undefined;
}
