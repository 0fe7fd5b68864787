import { operations } from '../../src/generated/operations.ts';
import { effects } from '../../src/generated/resources.ts';
import { typeOf } from '../faults/logged-events.ts';
import type { FaultContext, Request } from '../mutant.ts';
import { type Answer, bodyOf, entriesOf, type Forward, headerOf, isSuccess, withBody } from '../peer/message.ts';
import type { EventTemplate, EventTemplates } from './template.ts';

type Fired = Readonly<Record<string, unknown>>;

interface Replayed {
  /** Whether the event belongs to a request that was replayed. */
  readonly has: (evento: Fired) => boolean;
  readonly forwarded: (request: Request, forward: Forward) => Promise<Answer>;
}

/** The objects of replayed requests whose operation fires a type. */
function replaysOf(type: string): Replayed {
  const ids = new Set<unknown>();
  return {
    has: (evento) => typeOf(evento) === type && ids.has((evento.Object as Fired).id ?? (evento.Object as Fired).documentoId),
    forwarded: async (request, forward) => {
      const answer = await forward(request);
      const isOfType = request.operation !== undefined && effects[request.operation]?.fires === type;
      const { id, documentoId } = bodyOf(answer);
      if (isOfType && isSuccess(answer) && headerOf(answer, 'Idempotent-Replayed') === 'true') ids.add(id ?? documentoId);
      return answer;
    },
  };
}

function inLog(change: (answer: Answer, request: Request, replayed: Replayed) => Answer): NonNullable<EventTemplate['fault']> {
  return (type) => (_context: FaultContext) => {
    const replayed = replaysOf(type);
    return async (request, forward) => {
      const answer = await replayed.forwarded(request, forward);
      return isSuccess(answer) ? change(answer, request, replayed) : answer;
    };
  };
}

/** Whether the operation that fires the type takes a key. A deletion takes none. */
export function isKeyed(type: string): boolean {
  return Object.values(operations).some(({ id, acceptsKey }) => acceptsKey && effects[id]?.fires === type);
}

/** Faults in the log entry of an event whose request was replayed. */
export const keyedLog: EventTemplates = {
  'EVT-14-a-replay-moves-it-to-the-top': {
    applies: isKeyed,
    fault: inLog((answer, { operation }, { has }) => {
      if (operation !== 'listEvento') return answer;
      const entries = entriesOf(answer);
      const isMoved = ({ evento }: Fired): boolean => has(evento as Fired);
      return withBody(answer, [...entries.filter(isMoved), ...entries.filter((entry) => !isMoved(entry))]);
    }),
  },
  'EVT-14-a-replay-changes-its-application-id': {
    applies: isKeyed,
    fault: inLog((answer, { operation }, { has }) => {
      const { evento } = bodyOf(answer);
      if (operation !== 'getEvento' || !has(evento as Fired)) return answer;
      return withBody(answer, { ...bodyOf(answer), evento: { ...(evento as Fired), ApplicationId: 'another' } });
    }),
  },
};
