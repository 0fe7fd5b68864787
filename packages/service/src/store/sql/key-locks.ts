/** Locks by name that live in this process, and die with it: what is in flight is never known by a time-out (D-07). */
export interface KeyLocks {
  /** Undefined when the name is locked; otherwise the way to unlock it. */
  tryLock(name: string): (() => void) | undefined;
}

export function createKeyLocks(): KeyLocks {
  const held = new Set<string>();
  return {
    tryLock(name) {
      if (held.has(name)) return undefined;
      held.add(name);
      return () => held.delete(name);
    },
  };
}
