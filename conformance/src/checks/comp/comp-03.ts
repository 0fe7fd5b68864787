import { createdId, idOf, objectOf } from '../../api/identity.ts';
import { readList } from '../../api/listing.ts';
import { isServed } from '../../api/requests.ts';
import { type Resource, resources } from '../../generated/resources.ts';
import { isSuccess } from '../../http/answer.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { isObject, type Json, memberOf, sameJson } from '../../model/json.ts';
import type { Company } from '../../model/target.ts';
import { Inconclusive, lacking, Skip } from '../../model/verdict.ts';
import { freshCall } from '../../scenarios/idempotency/keyed-use.ts';
import { judgeForeignEvents } from '../../scenarios/isolation/foreign-events.ts';
import { judgeForeignObjects } from '../../scenarios/isolation/foreign-objects.ts';
import { judgeForeignReferences } from '../../scenarios/isolation/foreign-references.ts';
import { judgeKeptReferences } from '../../scenarios/isolation/kept-references.ts';
import { judgeListedApart } from '../../scenarios/isolation/listed-apart.ts';
import { companyIdOf, listedCompanies } from '../../scenarios/isolation/listed-companies.ts';
import { judgeListsAtOnce } from '../../scenarios/isolation/lists-at-once.ts';
import { judgeSameInBoth } from '../../scenarios/isolation/same-in-both.ts';
import { canCreate } from '../../scenarios/operations/available-object.ts';
import { createObject, draftOf } from '../../scenarios/operations/creation.ts';
import { textsIn } from '../../scenarios/operations/holds-text.ts';
import { type OperationCase, operationCases } from '../../scenarios/operations/operation-case.ts';
import { type Draft, shownNow } from '../../scenarios/operations/stored-object.ts';
import { buyerBody } from '../../scenarios/resources/documents.ts';
import { trySome } from '../../scenarios/try-some.ts';

/** How many creations are sent at once in each company. */
const EACH = 2;

/** Shorter texts may occur anywhere. */
const TELLING = 6;

/** How many stock items of one company are requested through another, at most. */
const ITEMS_TRIED = 5;

const PARTS = [judgeStockItems, judgeForeignObjects, judgeForeignReferences];

/** Parts about two companies whose order does not matter. */
const IN_BOTH = [judgeKeptReferences, judgeCreatedAtOnce, judgeSameInBoth, judgeListsAtOnce, judgeListedApart, judgeMadeApart];

/** COMP-03: nothing created in one company is readable, listed or writable through another. */
export const comp03: Check = check('COMP-03', { isolation: 'shared', weight: 3 }, async (context) => {
  const [first, ...others] = context.target.companies;
  if (others.length === 0) throw new Skip('only one company is configured: add a second one to companies', 'one company');
  const { anagraficaList, anagraficaGet } = context.target.surface;
  if (anagraficaList === null && anagraficaGet === null)
    throw lacking('created contacts can be neither listed nor read (surface.anagraficaList, surface.anagraficaGet)');
  const pairs = others.flatMap((other) => [
    { home: first, away: other },
    { home: other, away: first },
  ]);
  for (const { home, away } of context.some(pairs)) {
    // A part says nothing of a target that lacks what it needs.
    await trySome(context, PARTS, async (judge) => {
      const before = context.judgements;
      await judge(context, home, away);
      return context.judgements > before;
    });
  }
  for (const other of others)
    for (const judge of IN_BOTH)
      await context.part(`objects of companies ${first.id} and ${other.id}`, { from: 'standard' }, () => judge(context, first, other));
  await context.part('the events of another company', { from: 'standard' }, () => judgeForeignEvents(context));
  if (context.judgements === 0)
    throw new Inconclusive('created objects can be neither listed nor read: set surface.anagraficaList or surface.anagraficaGet');
});

/** Judges that a company does not return stock items that it does not list. New ones are judged like all other objects. */
async function judgeStockItems(context: CheckContext, home: Company, away: Company): Promise<void> {
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

/** Judges that what is made of an object, such as its invoice, names the company of the object and not another in its place (COMP-03). */
async function judgeMadeApart(context: CheckContext, home: Company, away: Company): Promise<void> {
  const { entries } = await listedCompanies(context, home, (call) => context.send(call));
  const entryOf = (company: Company): Json | undefined => entries.find((entry) => companyIdOf(context, entry) === company.id);
  const sent = textsIn(buyerBody(context));
  const told = pairsOf(entryOf(home), entryOf(away)).filter((pair) => pair.every((text) => text.length >= TELLING && !sent.includes(text)));
  const isMaking = ({ effect }: OperationCase): boolean => effect.kind === 'act' && effect.after !== undefined;
  // One company after the other, so that data cached for the first shows in the second.
  for (const [company, place] of [[home, 0] as const, [away, 1] as const]) {
    for (const one of operationCases(context, company).filter(isMaking)) {
      await context.part(`${one.operation} in two companies`, async () => {
        const { body } = await context.prepare((await freshCall(context, one)).call);
        const wrong = told.find((pair) => body.includes(pair[1 - place] ?? '') && !body.includes(pair[place]));
        context.judge(wrong === undefined, {
          message: `${one.operation} in company ${company.id} must not name another company in its place.`,
          expected: wrong?.[place] ?? '',
          actual: wrong?.[1 - place] ?? '',
        });
      });
    }
  }
}

/** The texts that differ between two values in the same places. */
function pairsOf(one: Json | undefined, other: Json | undefined): readonly (readonly [string, string])[] {
  if (typeof one === 'string' && typeof other === 'string') return one === other ? [] : [[one, other]];
  if (!isObject(one) || !isObject(other)) return [];
  return Object.entries(one).flatMap(([name, value]) => pairsOf(value, other[name]));
}

/** Judges that objects that are created in two companies at the same time end up in their own company (COMP-03). */
async function judgeCreatedAtOnce(context: CheckContext, home: Company, away: Company): Promise<void> {
  for (const resource of context.some(Object.values(resources).filter((one) => one.company && canCreate(context, one.name))))
    await context.part(`${resource.name}, created in two companies at once`, () => judgeResource(context, resource, [home, away]));
}

async function judgeResource(context: CheckContext, resource: Resource, companies: readonly [Company, Company]): Promise<void> {
  const { create, read } = resource.operations;
  const { label: member } = resource;
  if (create === undefined || read === undefined || member === undefined || !isServed(context, read)) return;
  // The control: an object that is created alone is shown with its name.
  const alone = await createObject(context, resource.name, companies[0]);
  if (alone.draft?.label === undefined || memberOf(await shownNow(context, alone), member) !== alone.draft.label) return;
  const labelled = (company: Company, { body }: Draft): { readonly company: Company; readonly draft: Draft } => {
    const label = context.fresh();
    return { company, draft: { body: { ...body, [member]: label }, label } };
  };
  // The bodies may refer to the same objects.
  const plain = await Promise.all(companies.map(async (company) => ({ company, draft: await draftOf(context, resource.name, company) })));
  const drafts = Array.from({ length: EACH }, () => plain.map(({ company, draft }) => labelled(company, draft))).flat();
  const api = await context.api();
  const answers = await Promise.all(
    drafts.map(async ({ draft, company }) => ({
      draft,
      company,
      answer: await context.send(api.call(create, { company, body: draft.body })),
    })),
  );
  for (const { draft, company, answer } of answers) {
    const id = isSuccess(answer) ? createdId(answer, resource.setting) : undefined;
    if (id === undefined) continue;
    const shown = await context.sendJudged(api.call(read, { company, id }), 'the object');
    const name = isSuccess(shown) ? memberOf(objectOf(shown, member), member) : undefined;
    context.judge(name === draft.label, {
      message: `An object that ${create} creates in company ${company.id} must be there, whatever another company creates at the same time.`,
      expected: `${member} ${String(draft.label)}`,
      actual: `${shown.status}${isSuccess(shown) ? `, ${member} ${String(name)}` : ''}`,
    });
  }
}
