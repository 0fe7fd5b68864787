import type { NewFault } from '../mutant.ts';
import { bodyOf, entriesOf, isSuccess, withBody } from '../peer/message.ts';
import { companyOf } from '../peer/operation-of.ts';
import { answering, answersOf } from './exchanges.ts';
import { idOf } from './webhooks.ts';

/** Does not list the event of the first contact that was created in the first company while no webhook asked for it. */
export const unheardIsUnlisted: NewFault = ({ target }) => {
  const [first] = target.companies;
  const asking = new Set<string>();
  let unheard: string | undefined;
  return async (request, forward) => {
    const answer = await forward(request);
    if (!isSuccess(answer)) return answer;
    const { AziendaId: asked } = bodyOf(request);
    if (request.operation === 'createWebhook' && (asked === null || String(asked) === first.id)) asking.add(String(bodyOf(answer).id));
    if (request.operation === 'deleteWebhook') asking.delete(idOf(request));
    const isHeard = companyOf(request.path) !== first.id || asking.size > 0;
    if (request.operation === 'createAnagrafica' && !isHeard) unheard ??= JSON.stringify(bodyOf(answer).nome);
    if (request.operation !== 'listEvento' || unheard === undefined) return answer;
    const nome = unheard;
    return withBody(
      answer,
      entriesOf(answer).filter((entry) => !JSON.stringify(entry).includes(nome)),
    );
  };
};

type Entry = Record<string, unknown>;

/** The type of an event in the log. */
export function typeOf(evento: unknown): unknown {
  return (evento as Entry).Type;
}

/** Changes the list of events. */
export function logged(change: (entries: readonly Entry[], type: string) => readonly Entry[]): (type: string) => NewFault {
  return (type) => answersOf('listEvento', (answer) => withBody(answer, change(entriesOf(answer), type)));
}

/** Changes the answer for a single event of a type. */
export function loggedAs(change: (entry: Entry) => Entry): (type: string) => NewFault {
  return (type) =>
    answering((answer, { operation }) => {
      const isOfType = operation === 'getEvento' && isSuccess(answer) && typeOf(bodyOf(answer).evento) === type;
      return isOfType ? withBody(answer, change(bodyOf(answer))) : answer;
    });
}
