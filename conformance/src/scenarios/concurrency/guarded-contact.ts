import { createdId, objectOf } from '../../api/identity.ts';
import type { Trial } from '../../engine/trial.ts';
import { isSuccess } from '../../http/answer.ts';
import { memberOf } from '../../http/json.ts';
import { Inconclusive } from '../../model/verdict.ts';
import { contactBody } from '../resources/contacts.ts';
import type { Guarded, GuardedKind } from './guarded.ts';
import { anyStateOf, needed, stateOf } from './guarded-state.ts';

/** A contact that a ConcurrencyToken guards. @throws Inconclusive where it shows none. */
export const guardedContact: GuardedKind = (trial) => contact(trial, true);

/** A contact, with a token or without: a key does not ask for one. */
export const anyContact: GuardedKind = (trial) => contact(trial, false);

async function contact(trial: Trial, needsToken: boolean): Promise<Guarded> {
  const [company] = trial.target.companies;
  const api = await trial.api();
  const nome = trial.fresh();
  const answer = await trial.prepare(api.call('createAnagrafica', { company, body: contactBody(trial, nome) }));
  const id = createdId(answer, 'anagrafica');
  const token = memberOf(objectOf(answer, 'concurrencyToken'), 'concurrencyToken');
  if (id === undefined) throw new Inconclusive('the answer to the creation of a contact holds no id');
  // What had a token once is never without.
  const shownBy = token === undefined || token === null ? anyStateOf : stateOf;
  return {
    kind: 'contact',
    created: { mark: nome, token: needsToken ? needed(token) : (token ?? null) },
    put: async (mark, current, key) => {
      const isGiven = current !== undefined && current !== null;
      const body = { ...contactBody(trial, mark), ...(isGiven && { concurrencyToken: current }) };
      return (await trial.api()).call('updateAnagrafica', { company, id, body, ...(key !== undefined && { key }) });
    },
    look: async () => {
      if (trial.target.surface.anagraficaGet === null) return undefined;
      const shown = await trial.send((await trial.api()).call('getAnagrafica', { company, id }));
      return isSuccess(shown) ? shownBy(objectOf(shown, 'nome'), 'nome', ['nome']) : undefined;
    },
    told: (updated) => (isSuccess(updated) ? shownBy(objectOf(updated, 'nome'), 'nome', ['nome']) : undefined),
  };
}
