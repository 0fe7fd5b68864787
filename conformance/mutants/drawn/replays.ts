import { randomUUID } from 'node:crypto';
import { effects, resources } from '../../src/generated/resources.ts';
import { isKey, isMismatch, KEY_HEADER, onReplay } from '../faults/keys.ts';
import { typeOf } from '../faults/logged-events.ts';
import { type Answer, bodyOf, entriesOf, headerOf, isSuccess, withBody, without } from '../peer/message.ts';
import { type FaultAt, only, type Templates } from './template.ts';

/** More than a row holds in some stores. */
const LONG = 32_768;

/** Does not store long answers under their key. */
const longForgotten: FaultAt = (operation) => () => {
  const forgotten = new Set<string>();
  return only(operation, async (request, forward) => {
    const key = headerOf(request, KEY_HEADER);
    if (!isKey(key)) return await forward(request);
    if (forgotten.has(key)) return await forward(without(request, KEY_HEADER));
    const answer = await forward(request);
    if (answer.body.length > LONG) forgotten.add(key);
    return answer;
  });
};

type Fired = Readonly<Record<string, unknown>>;

function isReplayed(answer: Answer): boolean {
  return headerOf(answer, 'Idempotent-Replayed') === 'true' && isSuccess(answer);
}

function objectOf(evento: unknown): unknown {
  return bodyOf({ body: JSON.stringify((evento as Fired).Object) }).id;
}

/** The log shows an additional event for each replay, which nobody receives. */
const loggedAgain: FaultAt = (operation) => () => {
  const replayed: { readonly id: unknown; readonly guid: string }[] = [];
  return async (request, forward) => {
    const answer = await forward(request);
    if (request.operation === operation && isReplayed(answer)) replayed.push({ id: bodyOf(answer).id, guid: randomUUID() });
    if (request.operation !== 'listEvento' || !isSuccess(answer)) return answer;
    const entries = entriesOf(answer).flatMap((entry) => {
      const evento = entry.evento as Fired;
      const own = typeOf(evento) === effects[operation]?.fires ? replayed.filter(({ id }) => id === objectOf(evento)) : [];
      return [...own.map(({ guid }) => ({ ...entry, evento: { ...evento, EventGuid: guid }, deliveries: [] })), entry];
    });
    return withBody(answer, entries);
  };
};

/** The log forgets the attempts of events whose object was in a replay. */
const attemptsForgotten: FaultAt = (operation) => () => {
  const replayed = new Set<unknown>();
  return async (request, forward) => {
    const answer = await forward(request);
    const { id, evento } = bodyOf(answer);
    if (request.operation === operation && isReplayed(answer)) replayed.add(id ?? objectOf(evento));
    if (request.operation !== 'getEvento' || !isSuccess(answer) || !replayed.has(objectOf(evento))) return answer;
    const deliveries = bodyOf(answer).deliveries as readonly object[];
    return withBody(answer, { ...bodyOf(answer), deliveries: deliveries.map((one) => ({ ...one, attemptCount: 0, attempts: [] })) });
  };
};

/** Each replay takes a number, which is then missing among issued documents. */
const numberTaken: FaultAt = (operation) => () => {
  let taken = 0;
  return async (request, forward) => {
    const answer = await forward(request);
    if (request.operation === operation && isReplayed(answer)) taken += 1;
    if (request.operation !== 'emitDocumento' || !isSuccess(answer) || isReplayed(answer)) return answer;
    return withBody(answer, { ...bodyOf(answer), numero: String(Number(bodyOf(answer).numero) + taken) });
  };
};

/** A replay brings back a deleted object as it was first answered. @param ends whether a later deletion removes it again */
const broughtBack =
  (ends: boolean): FaultAt =>
  (operation) =>
  () => {
    const replayed = new Map<string, Answer>();
    return async (request, forward) => {
      const answer = await forward(request);
      const id = request.path.split('/').at(-1) ?? '';
      if (request.operation === operation && isReplayed(answer)) replayed.set(String(bodyOf(answer).id), answer);
      if (request.method === 'DELETE' && ends) replayed.delete(id);
      const known = request.method === 'GET' ? replayed.get(id) : undefined;
      return answer.status === 404 && known !== undefined ? { ...known, status: 200 } : answer;
    };
  };

/** A replay restores the object as it was first answered, until the next change. */
const restored: FaultAt = (operation) => () => {
  const replayed = new Map<string, Answer>();
  return async (request, forward) => {
    const answer = await forward(request);
    const id = request.path.split('/').at(-1) ?? '';
    if (request.operation === operation && isReplayed(answer)) replayed.set(String(bodyOf(answer).id), answer);
    if (request.method === 'PUT' && isSuccess(answer) && !isReplayed(answer)) replayed.delete(id);
    const known = request.method === 'GET' && isSuccess(answer) ? replayed.get(id) : undefined;
    return known === undefined ? answer : withBody(answer, bodyOf(known));
  };
};

/** The XML in a replay is shown until the next export. */
const newestReplayed: FaultAt = (operation) => () => {
  const replayed = new Map<string, string>();
  return async (request, forward) => {
    const answer = await forward(request);
    if (request.operation === operation && isSuccess(answer)) {
      if (isReplayed(answer)) replayed.set(request.path, String(bodyOf(answer).xml));
      else replayed.delete(request.path);
    }
    const known = request.method === 'GET' && isSuccess(answer) ? replayed.get(request.path) : undefined;
    return known === undefined ? answer : { ...answer, body: known };
  };
};

/** Faults in the side effects of a replay. */
export const replays: Templates = {
  'EVT-11-a-replay-is-logged': {
    applies: ({ id, acceptsKey }) => acceptsKey && effects[id]?.fires !== undefined && !id.startsWith('export'),
    fault: loggedAgain,
  },
  'IDEM-04-a-replay-forgets-attempts': {
    applies: ({ id, acceptsKey }) => acceptsKey && (effects[id]?.fires !== undefined || effects[id]?.resource === 'Evento'),
    fault: attemptsForgotten,
  },
  'IDEM-04-a-replay-takes-a-number': {
    applies: ({ id, acceptsKey }) => acceptsKey && effects[id]?.resource === 'Documento',
    fault: numberTaken,
  },
  'IDEM-04-a-replay-brings-back-what-was-deleted': {
    applies: ({ id, acceptsKey }) => acceptsKey && /^(create|update)/.test(id),
    fault: broughtBack(true),
  },
  'IDEM-04-what-was-replayed-is-shown-when-it-is-deleted': {
    applies: ({ id, acceptsKey }) => acceptsKey && /^(create|update)/.test(id),
    fault: broughtBack(false),
  },
  'IDEM-04-the-xml-of-a-replay-is-the-newest': { applies: ({ id }) => id.startsWith('export'), fault: newestReplayed },
  'IDEM-04-a-replay-undoes-what-was-changed-since': {
    applies: ({ id, acceptsKey }) => acceptsKey && /^(create|update)/.test(id),
    fault: restored,
  },
  'IDEM-07-a-refused-body-is-listed': {
    applies: ({ id, acceptsKey }) => acceptsKey && effects[id]?.kind === 'update',
    fault: (operation) => () => {
      const { operations: own, label = '' } = resources[effects[operation]?.resource ?? 'Anagrafica'];
      const shown = label.charAt(0).toLowerCase() + label.slice(1);
      const refused = new Map<string, unknown>();
      return async (request, forward) => {
        const answer = await forward(request);
        const id = request.path.split('/').at(-1) ?? '';
        if (request.operation === operation && isMismatch(answer)) refused.set(id, bodyOf(request)[label]);
        if (request.operation === operation && isSuccess(answer)) refused.delete(id);
        if (request.operation !== own.list || !isSuccess(answer)) return answer;
        const named = entriesOf(answer).map((entry) => {
          const name = refused.get(String(entry.id));
          return typeof name === 'string' ? { ...entry, [shown]: name } : entry;
        });
        return withBody(answer, named);
      };
    },
  },
  'IDEM-03-a-long-answer-is-not-kept': {
    applies: ({ id, acceptsKey }) => acceptsKey && effects[id]?.resource === 'Documento',
    fault: longForgotten,
  },
  'IDEM-03-answers-are-kept-in-one-byte-a-letter': {
    // The answers of these operations contain no name that the suite chose.
    applies: ({ id, acceptsKey }) => acceptsKey && !/^(redeliver|export)/.test(id),
    fault: (operation) => (context) =>
      only(operation, onReplay((answer) => ({ ...answer, body: answer.body.replaceAll(/[\u0100-\u{10ffff}]/gu, '?') }))(context)),
  },
};
