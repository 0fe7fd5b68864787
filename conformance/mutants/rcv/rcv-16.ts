import { rightParts } from '../peer/receiver-parts.ts';
import type { ReceiverMutants } from '../receiver-mutant.ts';

/** The known fields. Some believe that a strict schema is safer. */
const known = ['Type', 'Object', 'EventGuid', 'CompanyId', 'ApplicationId'];

export const mutants: ReceiverMutants = {
  'tolerance-behind-alone': { isFresh: (t, now) => /^\d+$/.test(t) && now - Number(t) <= 300 },
  'an-hour-ahead': { isFresh: (t, now) => /^\d+$/.test(t) && now - Number(t) <= 300 && Number(t) - now <= 3600 },
  'digits-at-the-start': { isFresh: (t, now) => Math.abs(now - Number.parseInt(t, 10)) <= 300 },
  'any-number': { isFresh: (t, now) => Math.abs(now - Number(t)) <= 300 },
  'digits-and-points': { isFresh: (t, now) => /^[\d.]+$/.test(t) && Math.abs(now - Number(t)) <= 300 },
  'dates-too': { isFresh: (t, now) => rightParts.isFresh(t, now) || Math.abs(now - Date.parse(t) / 1000) <= 300 },
  'unknown-fields-are-errors': {
    readEvento: (body) => {
      const evento = rightParts.readEvento(body);
      const other = Object.keys(evento).find((name) => !known.includes(name));
      if (other !== undefined) throw new TypeError(`additional property ${other}`);
      return evento;
    },
  },
};
