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
      // Which names it takes is the target's choice: an electronic invoice has no letters beyond Latin. A plain one it must take.
      if (!isSuccess(answer) && ending !== '') return await judge('');
      context.judge(isSuccess(answer), { message: 'A contact must be created.', expected: '2xx', actual: String(answer.status) });
      const id = createdId(answer, 'anagrafica');
      if (id !== undefined && (await judgeRead(context, company, id, nome))) return;
      created.push(nome);
    };
    await context.forAll(nameEnding, 1, judge, company === context.target.companies[0] ? nameEndings : [everyEnding]);
    everywhere.push(() => judgeSomewhere(context, company, effects, created));
  }
  // Last, so that what events need is waited for once.
  for (const judge of everywhere) await judge();
});

/** Whether GET shows the contact; where the target has no such operation, it may be listed or announced. */
async function judgeRead(context: CheckContext, company: Company, id: string, nome: string): Promise<boolean> {
  if (context.target.surface.anagraficaGet === null) return false;
  const read = await context.send((await context.api()).call('getAnagrafica', { company, id }));
  if (notThere(read.status)) return false;
  if (isUnread(read)) throw new Inconclusive(`getAnagrafica was needed to see a contact and answered ${read.status}`);
  const shown = isSuccess(read) && isSameName(memberOf(objectOf(read, 'nome'), 'nome'), nome);
  judgeThere(context, nome, shown, `${read.status} ${read.body.slice(0, 200)}`);
  return true;
}

function notThere(status: number): boolean {
  return status === 501 || status === 405 || status === 404;
}

/** Looks for what was created in the list and among the events: a target may lack either, but not show it in neither. */
async function judgeSomewhere(context: CheckContext, company: Company, effects: SideEffects, created: readonly string[]): Promise<void> {
  const [witness] = created;
  if (witness === undefined) return;
  // One of them shows whether events come at all, once all of them had the time to.
  const all = await effects.count(created).catch(unlessInconclusive);
  const announced = all ?? (await effects.count([witness]).catch(unlessInconclusive));
  const names = await listedNames(context, company);
  if (announced === undefined && names === undefined) return;
  for (const nome of created) {
    // An event is believed where a list may have ended before the contact, not where the list holds nothing at all.
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
    message: 'A contact that was created must be there.',
    expected: `a contact with nome ${JSON.stringify(nome)}`,
    actual,
  });
}
