import type { Fault } from '../mutant.ts';
import { bodyOf, entriesOf, isSuccess, withBody } from '../peer/message.ts';

type Entry = Record<string, unknown>;

/** The type of an event in the log. */
export function typeOf(evento: unknown): unknown {
  return (evento as Entry).Type;
}

/** Changes the list of events. */
export function logged(change: (entries: readonly Entry[], type: string) => readonly Entry[]): (type: string) => () => Fault {
  return (type) => () => async (request, forward) => {
    const answer = await forward(request);
    return request.operation === 'listEvento' && isSuccess(answer) ? withBody(answer, change(entriesOf(answer), type)) : answer;
  };
}

/** Changes the answer for a single event of a type. */
export function loggedAs(change: (entry: Entry) => Entry): (type: string) => () => Fault {
  return (type) => () => async (request, forward) => {
    const answer = await forward(request);
    const isOfType = request.operation === 'getEvento' && isSuccess(answer) && typeOf(bodyOf(answer).evento) === type;
    return isOfType ? withBody(answer, change(bodyOf(answer))) : answer;
  };
}
