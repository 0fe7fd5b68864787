import { createdId, objectOf } from '../../api/identity.ts';
import type { Trial } from '../../engine/trial.ts';
import { type Answer, isSuccess } from '../../http/answer.ts';
import { memberOf } from '../../http/json.ts';
import { type Check, check } from '../../model/check.ts';
import type { Company } from '../../model/target.ts';
import { Inconclusive, Skip } from '../../model/verdict.ts';
import { judgeForeignDocuments } from '../../scenarios/isolation/foreign-documents.ts';
import { judgeStockItems } from '../../scenarios/isolation/foreign-items.ts';
import { contactBody, listedNames } from '../../scenarios/resources/contacts.ts';

/** COMP-03: nothing created in one company is readable, listed or writable through another. */
export const comp03: Check = check('COMP-03', async (trial) => {
  const [first, ...others] = trial.target.companies;
  if (others.length === 0) throw new Skip('only one company is configured: add a second one to companies');
  const { anagraficaList, anagraficaGet } = trial.target.surface;
  if (anagraficaList === null && anagraficaGet === null)
    throw new Skip('surface.anagraficaList and surface.anagraficaGet are null: what was created cannot be looked for');
  const pairs = others.flatMap((other) => [
    { home: first, away: other },
    { home: other, away: first },
  ]);
  for (const { home, away } of trial.some(pairs)) {
    await judgeIsolation(trial, home, away);
    await judgeStockItems(trial, home, away);
  }
  for (const other of others) await judgeForeignDocuments(trial, first, other);
  if (trial.judgements === 0)
    throw new Inconclusive('created contacts can be neither listed nor read: set surface.anagraficaList or surface.anagraficaGet');
});

async function judgeIsolation(trial: Trial, home: Company, away: Company): Promise<void> {
  const nome = trial.fresh();
  const api = await trial.api();
  const created = await trial.prepare(api.call('createAnagrafica', { company: home, body: contactBody(trial, nome) }));
  await judgeNotListed(trial, home, away, nome);
  const id = createdId(created, 'anagrafica');
  if (id !== undefined && trial.target.surface.anagraficaGet !== null) await judgeNotReached(trial, home, away, { id, nome });
}

/** The name is nobody else's: where it is listed, this contact is. */
async function judgeNotListed(trial: Trial, home: Company, away: Company, nome: string): Promise<void> {
  const elsewhere = await listedNames(trial, away);
  if (elsewhere === undefined) return;
  trial.judge(!elsewhere.has(nome), {
    message: `A contact of company ${home.id} must not be listed in company ${away.id}.`,
    expected: 'not listed',
    actual: 'listed',
  });
}

async function judgeNotReached(trial: Trial, home: Company, away: Company, contact: { id: string; nome: string }): Promise<void> {
  const api = await trial.api();
  const { id, nome } = contact;
  const atHome = api.call('getAnagrafica', { company: home, id });
  if (!holds(await trial.send(atHome), nome)) return;
  const through = await trial.sendJudged(api.call('getAnagrafica', { company: away, id }), 'no answer with the contact');
  trial.judge(!holds(through, nome), {
    message: `A contact of company ${home.id} must not be readable through company ${away.id}.`,
    expected: 'a refusal, or another contact',
    actual: `${through.status} with the contact`,
  });
  // Where the other company has a contact of its own under this id, writing through it would change that one.
  if (isSuccess(through)) return;
  await tryToWrite(trial, away, id, await trial.send(atHome));
  const after = await trial.send(atHome);
  trial.judge(holds(after, nome), {
    message: `A contact of company ${home.id} must not be writable through company ${away.id}.`,
    expected: 'the contact as it was',
    actual: `${after.status} ${after.body.slice(0, 200)}`,
  });
}

/** With the token that the contact has, so that nothing but the company stands in the way. */
async function tryToWrite(trial: Trial, away: Company, id: string, shown: Answer): Promise<void> {
  const { surface } = trial.target;
  const api = await trial.api();
  const concurrencyToken = memberOf(objectOf(shown, 'concurrencyToken'), 'concurrencyToken');
  const body = { ...contactBody(trial, trial.fresh()), ...(concurrencyToken !== undefined && { concurrencyToken }) };
  if (surface.anagraficaPut !== null) await trial.send(api.call('updateAnagrafica', { company: away, id, body }));
  if (surface.anagraficaDelete !== null) await trial.send(api.call('deleteAnagrafica', { company: away, id }));
}

function holds(answer: Answer, nome: string): boolean {
  return isSuccess(answer) && memberOf(objectOf(answer, 'nome'), 'nome') === nome;
}
