import { idOf, objectOf } from '../../api/identity.ts';
import { readList } from '../../api/listing.ts';
import { isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { sameJson } from '../../model/json.ts';
import type { Company } from '../../model/target.ts';
import { canCreate } from '../operations/available-object.ts';

/** How many stock items of one company are requested through another, at most. */
const ITEMS_TRIED = 5;

/** Judges that a company does not return stock items that it does not list. New ones are judged like all other objects. */
export async function judgeStockItems(context: CheckContext, home: Company, away: Company): Promise<void> {
  if (canCreate(context, 'articolo')) return;
  const [here, there] = [await stockItems(context, home), await stockItems(context, away)];
  if (here === undefined || there === undefined) return;
  const strangers = [...here].filter((id) => !there.has(id)).slice(0, ITEMS_TRIED);
  const api = await context.api();
  for (const id of strangers) {
    const atHome = await context.send(api.call('getArticolo', { company: home, id }));
    const through = await context.send(api.call('getArticolo', { company: away, id }));
    // A different item under the same id belongs to the other company, even if its list did not show it.
    const leaked = isSuccess(atHome) && isSuccess(through) && sameJson(objectOf(atHome, 'id'), objectOf(through, 'id'));
    const message = `Stock item ${id} of company ${home.id} must not be readable through company ${away.id}.`;
    context.judge(!leaked, { message, expected: 'a refusal, or another item', actual: `${through.status} with the item` });
  }
}

/** The ids of a company's stock items; undefined if there is no list, or it was not read to its end. */
async function stockItems(context: CheckContext, company: Company): Promise<ReadonlySet<string> | undefined> {
  const api = await context.api();
  const list = await readList(api.call('listArticolo', { company }), (call) => context.send(call));
  if (list === undefined || !list.complete) return undefined;
  return new Set(list.entries.flatMap((entry) => idOf(entry, 'articolo') ?? []));
}
