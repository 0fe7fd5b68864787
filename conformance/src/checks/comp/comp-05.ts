import fc from 'fast-check';
import { idOf, objectOf } from '../../api/identity.ts';
import { entriesOf, readList, unreadable } from '../../api/listing.ts';
import { resources } from '../../generated/resources.ts';
import { withHeader } from '../../http/call.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Call } from '../../model/exchange.ts';
import { isObject, type Json, type JsonObject, sameJson, writeJson } from '../../model/json.ts';
import type { Company } from '../../model/target.ts';
import { Inconclusive, Skip } from '../../model/verdict.ts';
import { asOtherUser } from '../../scenarios/as-other-user.ts';
import { canCreate } from '../../scenarios/operations/available-object.ts';
import { createObject, createVaried } from '../../scenarios/operations/creation.ts';
import { holdsText } from '../../scenarios/operations/holds-text.ts';
import { unusualObjects } from '../../scenarios/operations/listed-objects.ts';
import { change } from '../../scenarios/operations/operation-case.ts';
import type { Thing } from '../../scenarios/operations/thing.ts';
import { quietestCompany } from '../../scenarios/resources/contact-life.ts';
import { unlessRefused } from '../../scenarios/unless-refused.ts';
import { everyEnding } from '../../scenarios/values/texts.ts';

/** COMP-05: GET of a stock item answers 200, and equals its entry in the list. */
export const comp05: Check = check('COMP-05', { isolation: 'shared', weight: 1 }, async (context) => {
  let listed = 0;
  for (const company of context.target.companies) {
    const created = await createItem(context, company);
    // Other checks may have changed or deleted theirs by now.
    const entries = (await articoli(context, company)).filter(
      (entry) => idOf(entry, 'articolo') === created?.id || !holdsText(entry, context.run.runName),
    );
    if (entries.length === 0) continue;
    listed += entries.length;
    const ours = entries.filter((entry) => idOf(entry, 'articolo') === created?.id);
    await context.forAll(fc.constantFrom(...entries), 6, (entry) => judgeItem(context, company, entry, created?.id), ours);
  }
  await context.part('an articolo of its own', { from: 'standard' }, () => judgeOwn(context));
  if (listed === 0) throw new Skip('no company lists an articolo with an id: add one');
});

/**
 * Judges stock items with a long text, with all declared members and without one; and one after each change: by a PUT, by a PUT with a
 * key, and by a PUT of another user. In the quietest company, only this makes a target refresh its list.
 */
async function judgeOwn(context: CheckContext): Promise<void> {
  if (!canCreate(context, 'articolo')) return;
  const company = quietestCompany(context);
  const judgeListed = async (objects: readonly Thing[]): Promise<void> => {
    const listing = await readList((await context.api()).call('listArticolo', { company }), (page) => context.send(page));
    for (const { id } of objects) {
      const entry = listing?.entries.find((one) => idOf(one, 'articolo') === id);
      if (entry !== undefined) await judgeItem(context, company, entry, id);
    }
  };
  await judgeListed(await unusualObjects(context, { resource: resources.articolo, company }));
  const changed = await createObject(context, 'articolo', company);
  const keyed = (call: Call): Call => withHeader(call, 'Idempotency-Key', context.freshKey());
  for (const way of [undefined, keyed, await asOtherUser(context)]) {
    if ((await change(context, changed, way)) !== undefined) await judgeListed([changed]);
  }
}

async function articoli(context: CheckContext, company: Company): Promise<readonly JsonObject[]> {
  const api = await context.api();
  const entries = entriesOf(await context.prepare(api.call('listArticolo', { company })));
  if (entries === undefined) throw new Inconclusive(unreadable('listArticolo'));
  return entries.filter((entry) => idOf(entry, 'articolo') !== undefined);
}

/** @param own the item that nobody else changes */
async function judgeItem(context: CheckContext, company: Company, entry: JsonObject, own: string | undefined): Promise<void> {
  const api = await context.api();
  const id = idOf(entry, 'articolo') ?? '';
  const answer = await context.sendRightful(api.call('getArticolo', { company, id }), '200 with the stock item');
  const item = objectOf(answer, 'id');
  const differing = differences(entry, item);
  const isSame = differing.length === 0 && idOf(item, 'articolo') === id;
  if (!isSame && id !== own && (await isChanged(context, company, entry))) return;
  context.judge(answer.status === 200, {
    message: `getArticolo must return stock item ${id}, which is listed.`,
    expected: '200',
    actual: String(answer.status),
  });
  context.judge(isSame, {
    message: `Stock item ${id} must equal its entry in the list${differing.length > 0 ? `; ${differing.join(', ')} differ` : ''}.`,
    expected: writeJson(entry),
    actual: answer.body.slice(0, 500),
  });
}

/** Whether the list no longer shows this entry: another check may have changed or deleted the item. */
async function isChanged(context: CheckContext, company: Company, entry: JsonObject): Promise<boolean> {
  const now = (await articoli(context, company)).find((one) => idOf(one, 'articolo') === idOf(entry, 'articolo'));
  return now === undefined || !sameJson(now, entry);
}

/** The members that both have with different values. An entry may have fewer or more members than the item. */
function differences(entry: JsonObject, item: Json | undefined): readonly string[] {
  if (!isObject(item)) return ['all of it'];
  return Object.keys(entry).filter((name) => Object.hasOwn(item, name) && !sameJson(entry[name], item[name]));
}

/** Creates a stock item, with unusual characters if the target accepts them. Undefined if it creates none. */
async function createItem(context: CheckContext, company: Company): Promise<Thing | undefined> {
  if (!canCreate(context, 'articolo')) return undefined;
  const withEnding = (body: JsonObject): JsonObject =>
    typeof body.descrizione === 'string' ? { ...body, descrizione: body.descrizione + everyEnding } : body;
  const lettered = await unlessRefused(createVaried(context, 'articolo', company, withEnding));
  return lettered ?? (await unlessRefused(createObject(context, 'articolo', company)));
}
