import { type ReceiverParts, rightParts } from '../peer/receiver-parts.ts';
import type { ReceiverMutants } from '../receiver-mutant.ts';

function alsoFresh(isFresh: ReceiverParts['isFresh']): ReceiverParts['isFresh'] {
  return (t, now) => rightParts.isFresh(t, now) && isFresh(t, now);
}

/** Refuses a timestamp that is much older than the newest one so far. */
function neverBack(): ReceiverParts['isFresh'] {
  let newest = 0;
  return (t, now) => {
    if (Number(t) < newest - 120) return false;
    newest = Math.max(newest, Math.min(Number(t), now));
    return true;
  };
}

export const mutants: ReceiverMutants = {
  'one-minute': { mustAlsoBreak: ['RCV-19'], isFresh: alsoFresh((t, now) => Math.abs(now - Number(t)) <= 60) },
  'half-the-tolerance': { mustAlsoBreak: ['RCV-19'], isFresh: alsoFresh((t, now) => Math.abs(now - Number(t)) <= 150) },
  'nothing-ahead': { isFresh: alsoFresh((t, now) => Number(t) <= now + 1) },
  'hardly-anything-ahead': { isFresh: alsoFresh((t, now) => Number(t) - now <= 30) },
  'never-back': { mustAlsoBreak: ['RCV-19'], isFresh: alsoFresh(neverBack()) },
};
