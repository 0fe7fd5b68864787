import { rightParts } from '../peer/receiver-parts.ts';
import type { ReceiverMutants } from '../receiver-mutant.ts';

export const mutants: ReceiverMutants = {
  'knows-three-kinds-of-events': {
    readEvento: (body) => {
      const evento = rightParts.readEvento(body);
      if (!/\.(Create|Update|Delete)$/.test(evento.Type)) throw new Error(`unhandled type ${evento.Type}`);
      return evento;
    },
  },
  'types-begin-with-a-capital': {
    readEvento: (body) => {
      const evento = rightParts.readEvento(body);
      if (!/^[A-Z]\w*\.[A-Z]\w*$/.test(evento.Type)) throw new Error(`no type ${evento.Type}`);
      return evento;
    },
  },
  'redirects-to-the-result': {
    receive: async (arrival, receiver) => {
      const status = await rightParts.receive(arrival, receiver);
      return status === 204 ? 303 : status;
    },
  },
  'ids-of-32-bits': {
    readEvento: (body) => {
      const evento = rightParts.readEvento(body);
      if (Number(evento.Object.id) > 0x7fffffff) throw new RangeError('id does not fit into an integer');
      return evento;
    },
  },
  'bodies-of-a-kilobyte': {
    mayBreak: ['RCV-11'],
    receive: async (arrival, receiver) => (arrival.body.length > 1024 ? 413 : await rightParts.receive(arrival, receiver)),
  },
};
