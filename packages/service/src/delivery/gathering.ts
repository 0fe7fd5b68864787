/**
 * Waits for attempts that will soon be over, so that their results are recorded in one commit. An attempt is awaited from its beginning
 * until it ends, or until it has taken too long to be waited for.
 */
export interface Gathering {
  /** Counts an attempt; returns a function that stops waiting for it, which may be called twice. */
  begin(): () => void;
  /** Resolves after this many milliseconds, or as soon as no attempt is awaited. */
  wait(ms: number): Promise<void>;
}

export function createGathering(): Gathering {
  let awaited = 0;
  let end = (): void => undefined;
  return {
    begin() {
      let counts = 1;
      awaited += counts;
      return () => {
        awaited -= counts;
        counts = 0;
        if (awaited === 0) end();
      };
    },
    async wait(ms) {
      if (awaited === 0) return;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        end = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    },
  };
}
