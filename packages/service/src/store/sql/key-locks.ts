/** A name that is locked by its holder. */
export interface KeyLock {
  /** Says that the holder executes what the name stands for: whoever asks for the name meanwhile learns it at once. */
  executes(): void;
  unlock(): void;
}

/** Locks by name that live in this process, and die with it: what is in flight is never known by a time-out (D-07). */
export interface KeyLocks {
  /** Undefined when a holder of the name executes. One that has not said so may only replay what is over: it is waited for. */
  lock(name: string): Promise<KeyLock | undefined>;
}

export function createKeyLocks(): KeyLocks {
  /** By name, whether its holder executes, as soon as that is known. */
  const held = new Map<string, Promise<boolean>>();
  return {
    async lock(name) {
      for (let holder = held.get(name); holder !== undefined; holder = held.get(name)) if (await holder) return undefined;
      let tell: (executes: boolean) => void = () => undefined;
      const executes = new Promise<boolean>((resolve) => {
        tell = resolve;
      });
      held.set(name, executes);
      return {
        executes: () => tell(true),
        unlock() {
          held.delete(name);
          tell(false);
        },
      };
    },
  };
}
