import { createdId, objectOf } from '../../api/identity.ts';
import type { Trial } from '../../engine/trial.ts';
import { isSuccess } from '../../http/answer.ts';
import { memberOf } from '../../http/json.ts';
import { type Check, check } from '../../model/check.ts';
import type { Company } from '../../model/target.ts';
import { Inconclusive } from '../../model/verdict.ts';
import { contactBody, EffectCounter, listedNames } from '../../scenarios/resources/contacts.ts';
import { everyEnding, isSameName, nameEnding, nameEndings } from '../../scenarios/values/texts.ts';

/** COMP-06: POST Anagrafica creates a contact record. */
export const comp06: Check = check('COMP-06', async (trial) => {
  const everywhere: (() => Promise<void>)[] = [];
  for (const company of trial.target.companies) {
    const effects = await EffectCounter.watch(trial, company);
    const created: string[] = [];
    const judge = async (ending: string): Promise<void> => {
      const nome = trial.fresh() + ending;
      const api = await trial.api();
      const answer = await trial.sendRightful(api.call('createAnagrafica', { company, body: contactBody(trial, nome) }), '2xx');
      // Which names it takes is the target's choice: an electronic invoice has no letters beyond Latin. A plain one it must take.
      if (!isSuccess(answer) && ending !== '') return await judge('');
      trial.judge(isSuccess(answer), { message: 'A contact must be created.', expected: '2xx', actual: String(answer.status) });
      const id = createdId(answer, 'anagrafica');
      if (id !== undefined && (await judgeRead(trial, company, id, nome))) return;
      created.push(nome);
    };
    await trial.forAll(nameEnding, 1, judge, company === trial.target.companies[0] ? nameEndings : [everyEnding]);
    everywhere.push(() => judgeSomewhere(trial, company, effects, created));
  }
  // Last, so that what events need is waited for once.
  for (const judge of everywhere) await judge();
});

/** Whether GET shows the contact; where the target has no such operation, it may be listed or announced. */
async function judgeRead(trial: Trial, company: Company, id: string, nome: string): Promise<boolean> {
  if (trial.target.surface.anagraficaGet === null) return false;
  const read = await trial.send((await trial.api()).call('getAnagrafica', { company, id }));
  if (notThere(read.status)) return false;
  const shown = isSuccess(read) && isSameName(memberOf(objectOf(read, 'nome'), 'nome'), nome);
  judgeThere(trial, nome, shown, `${read.status} ${read.body.slice(0, 200)}`);
  return true;
}

function notThere(status: number): boolean {
  return status === 501 || status === 405 || status === 404;
}

/** Looks for what was created in the list and among the events: a target may lack either, but not show it in neither. */
async function judgeSomewhere(trial: Trial, company: Company, effects: EffectCounter, created: readonly string[]): Promise<void> {
  const [witness] = created;
  if (witness === undefined) return;
  const announced = await effects.count([witness]).catch(unlessInconclusive);
  const names = await listedNames(trial, company);
  if (announced === undefined && names === undefined) return;
  for (const nome of created) {
    // An event is believed where a list may have ended before the contact, not where the list holds nothing at all.
    const believed = names === undefined || names.size > 0;
    const listed = [...(names?.keys() ?? [])].some((shown) => isSameName(shown, nome));
    const there = listed || (believed && (announced?.events(nome) ?? 0) > 0);
    judgeThere(trial, nome, there, 'neither listed nor announced by an event');
  }
}

function unlessInconclusive(error: unknown): undefined {
  if (!(error instanceof Inconclusive)) throw error;
}

function judgeThere(trial: Trial, nome: string, there: boolean, actual: string): void {
  trial.judge(there, {
    message: 'A contact that was created must be there.',
    expected: `a contact with nome ${JSON.stringify(nome)}`,
    actual,
  });
}
