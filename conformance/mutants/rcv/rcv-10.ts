import { rightParts } from '../peer/receiver-parts.ts';
import type { ReceiverMutant } from '../receiver-mutant.ts';

function fresh(
  id: string,
  isFresh: NonNullable<ReceiverMutant['parts']['isFresh']>,
  mustBreak: ReceiverMutant['mustBreak'] = ['RCV-10'],
): ReceiverMutant {
  return { id, mustBreak, parts: { isFresh: (t, now) => rightParts.isFresh(t, now) && isFresh(t, now) } };
}

/** Refuses a timestamp that is much older than the newest one so far. */
function neverBack(): NonNullable<ReceiverMutant['parts']['isFresh']> {
  let newest = 0;
  return (t, now) => {
    if (Number(t) < newest - 120) return false;
    newest = Math.max(newest, Math.min(Number(t), now));
    return true;
  };
}

/** Faulty receivers that the check of RCV-10 must catch. */
export const mutants: readonly ReceiverMutant[] = [
  fresh('RCV-10-one-minute', (t, now) => Math.abs(now - Number(t)) <= 60, ['RCV-10', 'RCV-19']),
  fresh('RCV-10-half-the-tolerance', (t, now) => Math.abs(now - Number(t)) <= 150, ['RCV-10', 'RCV-19']),
  fresh('RCV-10-nothing-ahead', (t, now) => Number(t) <= now + 1),
  fresh('RCV-10-hardly-anything-ahead', (t, now) => Number(t) - now <= 30),
  fresh('RCV-10-never-back', neverBack(), ['RCV-10', 'RCV-19']),
];
