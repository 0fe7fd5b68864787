import { createdId } from '../../api/identity.ts';
import type { Trial } from '../../engine/trial.ts';
import { isSuccess } from '../../http/answer.ts';
import type { JsonObject } from '../../http/json.ts';
import type { Company } from '../../model/target.ts';
import { everyEnding } from '../values/texts.ts';

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
