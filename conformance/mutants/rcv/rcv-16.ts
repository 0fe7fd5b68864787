import { rightParts } from '../peer/receiver-parts.ts';
import type { ReceiverMutant } from '../receiver-mutant.ts';

function fresh(id: string, isFresh: NonNullable<ReceiverMutant['parts']['isFresh']>): ReceiverMutant {
  return { id, mustBreak: ['RCV-16'], parts: { isFresh } };
}

/** The known fields. Some believe that a strict schema is safer. */
const known = ['Type', 'Object', 'EventGuid', 'CompanyId', 'ApplicationId'];

/** Faulty receivers that the check of RCV-16 must catch. */
export const mutants: readonly ReceiverMutant[] = [
  fresh('RCV-16-tolerance-behind-alone', (t, now) => /^\d+$/.test(t) && now - Number(t) <= 300),
  fresh('RCV-16-an-hour-ahead', (t, now) => /^\d+$/.test(t) && now - Number(t) <= 300 && Number(t) - now <= 3600),
  fresh('RCV-16-digits-at-the-start', (t, now) => Math.abs(now - Number.parseInt(t, 10)) <= 300),
  fresh('RCV-16-any-number', (t, now) => Math.abs(now - Number(t)) <= 300),
  fresh('RCV-16-digits-and-points', (t, now) => /^[\d.]+$/.test(t) && Math.abs(now - Number(t)) <= 300),
  fresh('RCV-16-dates-too', (t, now) => rightParts.isFresh(t, now) || Math.abs(now - Date.parse(t) / 1000) <= 300),
  {
    id: 'RCV-16-unknown-fields-are-errors',
    mustBreak: ['RCV-16'],
    parts: {
      readEvento: (body) => {
        const evento = rightParts.readEvento(body);
        const other = Object.keys(evento).find((name) => !known.includes(name));
        if (other !== undefined) throw new TypeError(`additional property ${other}`);
        return evento;
      },
    },
  },
];
