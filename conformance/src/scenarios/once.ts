import type { Bench, Trial } from '../engine/trial.ts';

/** What is learned once in a run, by the first who needs it; what failed may be tried again by the next. */
export function oncePerRun<T>(learn: (trial: Trial) => Promise<T>): (trial: Trial) => Promise<T> {
  const learned = new WeakMap<Bench, Promise<T>>();
  return (trial) => {
    const known = learned.get(trial.bench);
    if (known) return known;
    const found = learn(trial);
    learned.set(trial.bench, found);
    found.catch(() => learned.delete(trial.bench));
    return found;
  };
}
