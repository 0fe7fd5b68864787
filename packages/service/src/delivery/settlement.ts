/** The callers that wait until nothing is in flight and nothing is due. */
export interface Settlement {
  wait(): Promise<void>;
  /** Returns a function that answers those who wait now, and nobody who comes later. */
  begin(): () => void;
}

export function createSettlement(): Settlement {
  const waiting = new Set<() => void>();
  return {
    wait: () => new Promise((resolve) => void waiting.add(resolve)),
    begin() {
      const asked = [...waiting];
      return () => {
        for (const resolve of asked) {
          waiting.delete(resolve);
          resolve();
        }
      };
    },
  };
}
