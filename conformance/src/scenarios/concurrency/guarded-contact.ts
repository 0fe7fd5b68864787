import { createdId, objectOf } from '../../api/identity.ts';
import { isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { memberOf } from '../../model/json.ts';
import { Inconclusive } from '../../model/verdict.ts';
import { contactBody } from '../resources/contacts.ts';
import type { Guarded, GuardedKind } from './guarded.ts';
import { anyStateOf, needed, stateOf } from './guarded-state.ts';

/** A contact that a ConcurrencyToken guards. @throws Inconclusive where it shows none. */
export const guardedContact: GuardedKind = (context) => contact(context, true);

/** A contact, with a token or without: a key does not ask for one. */
export const anyContact: GuardedKind = (context) => contact(context, false);

async function contact(context: CheckContext, needsToken: boolean): Promise<Guarded> {
  const [company] = context.target.companies;
  const api = await context.api();
  const nome = context.fresh();
  const answer = await context.prepare(api.call('createAnagrafica', { company, body: contactBody(context, nome) }));
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
      const body = { ...contactBody(context, mark), ...(isGiven && { concurrencyToken: current }) };
      return (await context.api()).call('updateAnagrafica', { company, id, body, ...(key !== undefined && { key }) });
    },
    look: async () => {
      if (context.target.surface.anagraficaGet === null) return undefined;
      const shown = await context.send((await context.api()).call('getAnagrafica', { company, id }));
      return isSuccess(shown) ? shownBy(objectOf(shown, 'nome'), 'nome', ['nome']) : undefined;
    },
    told: (updated) => (isSuccess(updated) ? shownBy(objectOf(updated, 'nome'), 'nome', ['nome']) : undefined),
  };
}
