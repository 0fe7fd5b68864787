/** A wait that can be cut short. */
export interface Rest {
  /** Resolves after so many milliseconds, or when it is ended. */
  begin(ms: number): Promise<void>;
  end(): void;
}

export function createRest(): Rest {
  let end = (): void => undefined;
  return {
    begin(ms) {
      return new Promise((resolve) => {
        const timer = setTimeout(resolve, ms);
        end = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    },
    end: () => end(),
  };
}
