import { setTimeout as sleep } from 'node:timers/promises';
import { type Evento, type ReceiverParts, rightParts, type SeenEvents, type Signed, verified } from '../peer/receiver-parts.ts';
import type { ReceiverMutants } from '../receiver-mutant.ts';

type Claim = SeenEvents['claim'];
type Receive = ReceiverParts['receive'];

function seenBy(claim: () => Claim): Partial<ReceiverParts> {
  return { seenEvents: () => ({ claim: claim() }) };
}

/** Takes two deliveries for the same event if they agree in this. */
function keyed(keyOf: (evento: Evento, signed: Signed) => unknown): Partial<ReceiverParts> {
  return seenBy(() => {
    const seen = new Set<unknown>();
    return async (evento, signed, process) => {
      const key = keyOf(evento, signed);
      if (seen.has(key)) return;
      seen.add(key);
      await process();
    };
  });
}

/** A database table in which each statement takes a moment. */
function slowTable(): { has(guid: string): Promise<boolean>; add(guid: string): Promise<void> } {
  const rows = new Set<string>();
  return {
    has: async (guid) => {
      await sleep(1);
      return rows.has(guid);
    },
    add: async (guid) => {
      await sleep(1);
      rows.add(guid);
    },
  };
}

export const mutants: ReceiverMutants = {
  'nothing-remembered': seenBy(() => async (_evento, _signed, process) => await process()),
  'remembered-after-the-work': seenBy(() => {
    const seen = new Set<string>();
    return async ({ EventGuid }, _signed, process) => {
      if (seen.has(EventGuid)) return;
      await process();
      seen.add(EventGuid);
    };
  }),
  'select-then-insert': seenBy(() => {
    const table = slowTable();
    return async ({ EventGuid }, _signed, process) => {
      if (await table.has(EventGuid)) return;
      await table.add(EventGuid);
      await process();
    };
  }),
  'the-last-one-alone': seenBy(() => {
    let last = '';
    return async ({ EventGuid }, _signed, process) => {
      if (EventGuid === last) return;
      last = EventGuid;
      await process();
    };
  }),
  'the-last-ten': seenBy(() => {
    const recent: string[] = [];
    return async ({ EventGuid }, _signed, process) => {
      if (recent.includes(EventGuid)) return;
      recent.push(EventGuid);
      if (recent.length > 10) recent.shift();
      await process();
    };
  }),
  'by-timestamp': keyed((_evento, { t }) => t),
  'by-signature': keyed((_evento, { v2 }) => v2.join()),
  'by-event-and-timestamp': keyed(({ EventGuid }, { t }) => `${EventGuid} ${t}`),
  'by-object': keyed(({ Type, Object: object }) => `${Type} ${object.id}`),
  'by-content': keyed(({ Type, Object: object, CompanyId }) => JSON.stringify([Type, object, CompanyId])),
  'by-start-of-the-identifier': keyed(({ EventGuid }) => EventGuid.slice(0, 1)),
  'duplicates-are-conflicts': {
    receive: async (arrival, receiver) => {
      let isFirst = false;
      const process = async (evento: Evento): Promise<void> => {
        isFirst = true;
        await receiver.process(evento);
      };
      const status = await rightParts.receive(arrival, { ...receiver, process });
      return status === 204 && !isFirst ? 409 : status;
    },
  },
  'duplicates-at-once-are-sent-away': { receive: sendingAway() },
  'duplicates-are-not-verified': {
    mayBreak: ['RCV-02', 'RCV-03', 'RCV-04', 'RCV-05', 'RCV-06', 'RCV-08', 'RCV-12', 'RCV-16'],
    receive: fromSenders(markingFirst(({ EventGuid }, seen) => seen.has(EventGuid))),
  },
  'refused-ones-use-up-their-identifier': { receive: fromSenders(markingFirst(() => false)) },
  'work-begins-before-verification': {
    receive: fromSenders(async (arrival, receiver) => {
      const evento = readOrUndefined(arrival.body, receiver.parts.readEvento);
      if (evento !== undefined) await receiver.seen.claim(evento, { t: undefined, v2: [] }, () => receiver.process(evento));
      return verified(arrival, receiver) === undefined ? 401 : 204;
    }),
  },
  'newer-attempts-replace': seenBy(() => {
    const newest = new Map<string, number>();
    return async ({ EventGuid }, { t }, process) => {
      if (Number(t) <= (newest.get(EventGuid) ?? 0)) return;
      newest.set(EventGuid, Number(t));
      await process();
    };
  }),
  'never-processed': { receive: fromSenders(async (arrival, receiver) => (verified(arrival, receiver) ? 204 : 401)) },
};

/** Ignores deliveries from other addresses. */
function fromSenders(receive: Receive): Receive {
  return async (arrival, receiver) => (receiver.parts.isSender(arrival.remoteAddress) ? await receive(arrival, receiver) : 403);
}

/** Answers 503 while the same event is being processed. */
function sendingAway(): Receive {
  const atWork = new Set<string>();
  return async (arrival, receiver) => {
    if (verified(arrival, receiver) === undefined) return 401;
    const { EventGuid } = receiver.parts.readEvento(arrival.body);
    if (atWork.has(EventGuid)) return 503;
    atWork.add(EventGuid);
    try {
      return await rightParts.receive(arrival, receiver);
    } finally {
      atWork.delete(EventGuid);
    }
  };
}

/** Records the event before it verifies the delivery. */
function markingFirst(isEnough: (evento: Evento, seen: Set<string>) => boolean): Receive {
  const seen = new Set<string>();
  return async (arrival, receiver) => {
    const evento = readOrUndefined(arrival.body, receiver.parts.readEvento);
    if (evento === undefined) return 400;
    if (isEnough(evento, seen)) return 204;
    const isKnown = seen.has(evento.EventGuid);
    seen.add(evento.EventGuid);
    if (verified(arrival, receiver) === undefined) return 401;
    if (!isKnown) await receiver.process(evento);
    return 204;
  };
}

function readOrUndefined(body: Buffer, read: (body: Buffer) => Evento): Evento | undefined {
  try {
    return read(body);
  } catch {
    return undefined;
  }
}
