import fc from 'fast-check';
import { idOf, objectOf } from '../../api/identity.ts';
import { entriesOf, unreadable } from '../../api/listing.ts';
import type { Trial } from '../../engine/trial.ts';
import { isObject, type Json, type JsonObject, sameJson } from '../../http/json.ts';
import { type Check, check } from '../../model/check.ts';
import type { Company } from '../../model/target.ts';
import { Inconclusive, Skip } from '../../model/verdict.ts';
import { createItem } from '../../scenarios/resources/items.ts';

/** COMP-05: a stock item is answered with 200, equal to its entry in the list. */
export const comp05: Check = check('COMP-05', async (trial) => {
  let listed = 0;
  for (const company of trial.target.companies) {
    const created = await createItem(trial, company);
    const entries = await articoli(trial, company);
    if (entries.length === 0) continue;
    listed += entries.length;
    const ours = entries.filter((entry) => idOf(entry, 'articolo') === created?.id);
    await trial.forAll(fc.constantFrom(...entries), 6, (entry) => judgeItem(trial, company, entry), ours);
  }
  if (listed === 0) throw new Skip('no company lists an articolo with an id: add one');
});

async function articoli(trial: Trial, company: Company): Promise<readonly JsonObject[]> {
  const api = await trial.api();
  const entries = entriesOf(await trial.prepare(api.call('listArticolo', { company })));
  if (entries === undefined) throw new Inconclusive(unreadable('listArticolo'));
  return entries.filter((entry) => idOf(entry, 'articolo') !== undefined);
}

async function judgeItem(trial: Trial, company: Company, entry: JsonObject): Promise<void> {
  const api = await trial.api();
  const id = idOf(entry, 'articolo') ?? '';
  const answer = await trial.sendRightful(api.call('getArticolo', { company, id }), '200 with the stock item');
  trial.judge(answer.status === 200, {
    message: `Stock item ${id} is listed and must be answered.`,
    expected: '200',
    actual: String(answer.status),
  });
  const item = objectOf(answer, 'id');
  const differing = differences(entry, item);
  trial.judge(differing.length === 0 && idOf(item, 'articolo') === id, {
    message: `Stock item ${id} must equal its entry in the list${differing.length > 0 ? `; ${differing.join(', ')} differ` : ''}.`,
    expected: JSON.stringify(entry, textOfBigint),
    actual: answer.body.slice(0, 500),
  });
}

/** The members that both have and that differ: a list may show less of an item than the item itself, or more. */
function differences(entry: JsonObject, item: Json | undefined): readonly string[] {
  if (!isObject(item)) return ['all of it'];
  return Object.keys(entry).filter((name) => Object.hasOwn(item, name) && !sameJson(entry[name], item[name]));
}

function textOfBigint(_name: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value;
}
