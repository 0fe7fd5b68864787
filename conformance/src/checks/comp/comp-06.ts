import { createdId, objectOf } from '../../api/identity.ts';
import { isSuccess, isUnread } from '../../http/answer.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { memberOf } from '../../model/json.ts';
import type { Company } from '../../model/target.ts';
import { Inconclusive } from '../../model/verdict.ts';
import { contactBody, listedNames, SideEffects } from '../../scenarios/resources/contacts.ts';
import { everyEnding, isSameName, nameEnding, nameEndings } from '../../scenarios/values/texts.ts';

/** COMP-06: POST Anagrafica creates a contact record. */
export const comp06: Check = check('COMP-06', { isolation: 'shared', weight: 1 }, async (context) => {
  const everywhere: (() => Promise<void>)[] = [];
  for (const company of context.target.companies) {
    const effects = await SideEffects.watch(context, company);
    const created: string[] = [];
    const judge = async (ending: string): Promise<void> => {
      const nome = context.fresh() + ending;
      const api = await context.api();
      const answer = await context.sendRightful(api.call('createAnagrafica', { company, body: contactBody(context, nome) }), '2xx');
      // A target may refuse an unusual name, since electronic invoices allow only Latin letters. It must accept a plain one.
      if (!isSuccess(answer) && ending !== '') return await judge('');
      context.judge(isSuccess(answer), {
        message: 'createAnagrafica must create a contact.',
        expected: '2xx',
        actual: String(answer.status),
      });
      const id = createdId(answer, 'anagrafica');
      if (id !== undefined && (await judgeRead(context, company, id, nome))) return;
      created.push(nome);
    };
    await context.forAll(nameEnding, 1, judge, company === context.target.companies[0] ? nameEndings : [everyEnding]);
    everywhere.push(() => judgeSomewhere(context, company, effects, created));
  }
  // Last, so that the wait for events happens once.
  for (const judge of everywhere) await judge();
});

/** Judges the contact by GET. Returns false if the target has no such operation: a list or an event may show it then. */
async function judgeRead(context: CheckContext, company: Company, id: string, nome: string): Promise<boolean> {
  if (context.target.surface.anagraficaGet === null) return false;
  const read = await context.send((await context.api()).call('getAnagrafica', { company, id }));
  if (notThere(read.status)) return false;
  if (isUnread(read)) throw new Inconclusive(`getAnagrafica, which is needed to see a contact, answered ${read.status}`);
  const shown = isSuccess(read) && isSameName(memberOf(objectOf(read, 'nome'), 'nome'), nome);
  judgeThere(context, nome, shown, `${read.status} ${read.body.slice(0, 200)}`);
  return true;
}

function notThere(status: number): boolean {
  return status === 501 || status === 405 || status === 404;
}

/** Looks for created contacts in the list and among the events. A target may lack one of them, but one must show the contact. */
async function judgeSomewhere(context: CheckContext, company: Company, effects: SideEffects, created: readonly string[]): Promise<void> {
  const [witness] = created;
  if (witness === undefined) return;
  // If not all events arrive in time, one of them shows whether events arrive at all.
  const all = await effects.count(created).catch(unlessInconclusive);
  const announced = all ?? (await effects.count([witness]).catch(unlessInconclusive));
  const names = await listedNames(context, company);
  if (announced === undefined && names === undefined) return;
  for (const nome of created) {
    // An event counts if the list may have ended before the contact, but not if the list is empty.
    const believed = names === undefined || names.size > 0;
    const listed = [...(names?.keys() ?? [])].some((shown) => isSameName(shown, nome));
    const events = announced?.events(nome);
    if (names === undefined && events === undefined) continue;
    const there = listed || (believed && (events ?? 0) > 0);
    judgeThere(context, nome, there, 'neither listed nor announced by an event');
  }
}

function unlessInconclusive(error: unknown): undefined {
  if (!(error instanceof Inconclusive)) throw error;
}

function judgeThere(context: CheckContext, nome: string, there: boolean, actual: string): void {
  context.judge(there, {
    message: 'A created contact must exist.',
    expected: `a contact with nome ${JSON.stringify(nome)}`,
    actual,
  });
}
