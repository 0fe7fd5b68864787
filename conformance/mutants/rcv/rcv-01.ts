import { rightParts } from '../peer/receiver-parts.ts';
import type { ReceiverMutant } from '../receiver-mutant.ts';

/** Faulty receivers that the check of RCV-01 must catch. */
export const mutants: readonly ReceiverMutant[] = [
  {
    id: 'RCV-01-knows-three-kinds-of-events',
    mustBreak: ['RCV-01'],
    parts: {
      readEvento: (body) => {
        const evento = rightParts.readEvento(body);
        if (!/\.(Create|Update|Delete)$/.test(evento.Type)) throw new Error(`unhandled type ${evento.Type}`);
        return evento;
      },
    },
  },
  {
    id: 'RCV-01-types-begin-with-a-capital',
    mustBreak: ['RCV-01'],
    parts: {
      readEvento: (body) => {
        const evento = rightParts.readEvento(body);
        if (!/^[A-Z]\w*\.[A-Z]\w*$/.test(evento.Type)) throw new Error(`no type ${evento.Type}`);
        return evento;
      },
    },
  },
  {
    id: 'RCV-01-redirects-to-the-result',
    mustBreak: ['RCV-01'],
    parts: {
      receive: async (arrival, receiver) => {
        const status = await rightParts.receive(arrival, receiver);
        return status === 204 ? 303 : status;
      },
    },
  },
  {
    id: 'RCV-01-ids-of-32-bits',
    mustBreak: ['RCV-01'],
    parts: {
      readEvento: (body) => {
        const evento = rightParts.readEvento(body);
        if (Number(evento.Object.id) > 0x7fffffff) throw new RangeError('id does not fit into an integer');
        return evento;
      },
    },
  },
  {
    id: 'RCV-01-bodies-of-a-kilobyte',
    mustBreak: ['RCV-01'],
    mayBreak: ['RCV-11'],
    parts: { receive: async (arrival, receiver) => (arrival.body.length > 1024 ? 413 : await rightParts.receive(arrival, receiver)) },
  },
];
