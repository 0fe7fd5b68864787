import { createdId, objectOf } from '../../api/identity.ts';
import { isSuccess, isUnread } from '../../http/answer.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Answer } from '../../model/exchange.ts';
import { memberOf } from '../../model/json.ts';
import type { Company } from '../../model/target.ts';
import { Inconclusive, lacking, Skip } from '../../model/verdict.ts';
import { judgeCreatedAtOnce } from '../../scenarios/isolation/created-at-once.ts';
import { judgeForeignEvents } from '../../scenarios/isolation/foreign-events.ts';
import { judgeStockItems } from '../../scenarios/isolation/foreign-items.ts';
import { judgeForeignObjects } from '../../scenarios/isolation/foreign-objects.ts';
import { judgeForeignReferences } from '../../scenarios/isolation/foreign-references.ts';
import { judgeKeptReferences } from '../../scenarios/isolation/kept-references.ts';
import { judgeListedApart } from '../../scenarios/isolation/listed-apart.ts';
import { judgeListsAtOnce } from '../../scenarios/isolation/lists-at-once.ts';
import { judgeMadeApart } from '../../scenarios/isolation/made-apart.ts';
import { judgeSameInBoth } from '../../scenarios/isolation/same-in-both.ts';
import { contactBody, listedNames } from '../../scenarios/resources/contacts.ts';

const PARTS = [judgeStockItems, judgeForeignObjects, judgeForeignReferences];

/** What is done in two companies, whichever of them is which. */
const IN_BOTH = [judgeCreatedAtOnce, judgeSameInBoth, judgeListsAtOnce, judgeListedApart, judgeMadeApart];

/** COMP-03: nothing created in one company is readable, listed or writable through another. */
export const comp03: Check = check('COMP-03', { isolation: 'shared', weight: 3 }, async (context) => {
  const [first, ...others] = context.target.companies;
  if (others.length === 0) throw new Skip('only one company is configured: add a second one to companies', 'one company');
  const { anagraficaList, anagraficaGet } = context.target.surface;
  if (anagraficaList === null && anagraficaGet === null)
    throw lacking('what was created cannot be looked for (surface.anagraficaList, surface.anagraficaGet)');
  const pairs = others.flatMap((other) => [
    { home: first, away: other },
    { home: other, away: first },
  ]);
  for (const { home, away } of context.some(pairs)) {
    await judgeIsolation(context, home, away);
    for (const judge of context.some(PARTS)) await judge(context, home, away);
    await judgeKeptReferences(context, home, away);
  }
  for (const other of context.isQuick ? [] : others) for (const judge of IN_BOTH) await judge(context, first, other);
  await judgeForeignEvents(context);
  if (context.judgements === 0)
    throw new Inconclusive('created contacts can be neither listed nor read: set surface.anagraficaList or surface.anagraficaGet');
});

async function judgeIsolation(context: CheckContext, home: Company, away: Company): Promise<void> {
  const nome = context.fresh();
  const api = await context.api();
  const created = await context.prepare(api.call('createAnagrafica', { company: home, body: contactBody(context, nome) }));
  await judgeNotListed(context, home, away, nome);
  const id = createdId(created, 'anagrafica');
  if (id !== undefined && context.target.surface.anagraficaGet !== null) await judgeNotReached(context, home, away, { id, nome });
}

/** The name is unique: where it is listed, this contact is listed. */
async function judgeNotListed(context: CheckContext, home: Company, away: Company, nome: string): Promise<void> {
  const elsewhere = await listedNames(context, away);
  if (elsewhere === undefined) return;
  context.judge(!elsewhere.has(nome), {
    message: `A contact of company ${home.id} must not be listed in company ${away.id}.`,
    expected: 'not listed',
    actual: 'listed',
  });
}

async function judgeNotReached(context: CheckContext, home: Company, away: Company, contact: { id: string; nome: string }): Promise<void> {
  const api = await context.api();
  const { id, nome } = contact;
  const atHome = api.call('getAnagrafica', { company: home, id });
  if (!holds(await context.send(atHome), nome)) return;
  const through = await context.sendJudged(api.call('getAnagrafica', { company: away, id }), 'no answer with the contact');
  context.judge(!holds(through, nome), {
    message: `A contact of company ${home.id} must not be readable through company ${away.id}.`,
    expected: 'a refusal, or another contact',
    actual: `${through.status} with the contact`,
  });
  // Where the other company has a contact of its own under this id, writing through it would change that one.
  if (isSuccess(through)) return;
  await tryToWrite(context, away, id, await context.send(atHome));
  const after = await context.send(atHome);
  if (isUnread(after)) throw new Inconclusive(`getAnagrafica was needed to see a contact again and answered ${after.status}`);
  context.judge(holds(after, nome), {
    message: `A contact of company ${home.id} must not be writable through company ${away.id}.`,
    expected: 'the contact as it was',
    actual: `${after.status} ${after.body.slice(0, 200)}`,
  });
}

/** With the token that the contact has, so that nothing but the company stands in the way. */
async function tryToWrite(context: CheckContext, away: Company, id: string, shown: Answer): Promise<void> {
  const { surface } = context.target;
  const api = await context.api();
  const concurrencyToken = memberOf(objectOf(shown, 'concurrencyToken'), 'concurrencyToken');
  const body = { ...contactBody(context, context.fresh()), ...(concurrencyToken !== undefined && { concurrencyToken }) };
  if (surface.anagraficaPut !== null) await context.send(api.call('updateAnagrafica', { company: away, id, body }));
  if (surface.anagraficaDelete !== null) await context.send(api.call('deleteAnagrafica', { company: away, id }));
}

function holds(answer: Answer, nome: string): boolean {
  return isSuccess(answer) && memberOf(objectOf(answer, 'nome'), 'nome') === nome;
}
