/** Whoever waits until nothing is in flight and nothing is due. */
export interface Settlement {
  wait(): Promise<void>;
  /** Those who wait now; returns what answers them, and nobody who came later. */
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
