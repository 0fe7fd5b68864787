import { createdId } from '../../api/identity.ts';
import { isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { JsonObject } from '../../model/json.ts';
import type { Company } from '../../model/target.ts';
import { everyEnding } from '../values/texts.ts';

/** A stock item that was created for a check. */
export interface NewItem {
  /** Undefined if the answer to the creation shows none. */
  readonly id: string | undefined;
  readonly codice: string;
}

/** The body that creates a stock item with this codice. */
export function itemBody(context: CheckContext, codice: string): JsonObject {
  return { ...(context.target.surface.bodies.articolo as JsonObject), codice };
}

/** Creates a stock item, with unusual characters if the target accepts them. Undefined if it creates none. */
export async function createItem(context: CheckContext, company: Company): Promise<NewItem | undefined> {
  if (context.target.surface.articoloCreate === null) return undefined;
  const codice = context.fresh();
  const plain = itemBody(context, codice);
  const { descrizione } = plain;
  const lettered = typeof descrizione === 'string' ? [{ ...plain, descrizione: descrizione + everyEnding }] : [];
  for (const body of [...lettered, plain]) {
    const answer = await context.send((await context.api()).call('createArticolo', { company, body }));
    if (isSuccess(answer)) return { id: createdId(answer, 'articolo'), codice };
  }
  return undefined;
}
