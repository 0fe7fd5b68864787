import { ReleaseError } from '../release-error.ts';

/** One cell of the summary: how a step went. */
export interface StepResult {
  readonly name: string;
  /** Undefined for what is done once, for all package managers. */
  readonly manager: string | undefined;
  readonly durationMs: number;
  /** What it found, if that is worth a word. */
  readonly detail: string | undefined;
}

/** Runs the steps of a rehearsal, says which one begins, and keeps how each went. */
export interface Steps {
  readonly results: readonly StepResult[];
  run<Result>(name: string, work: () => Promise<Result>, options?: StepOptions<Result>): Promise<Result>;
}

interface StepOptions<Result> {
  readonly manager?: string;
  readonly detail?: (result: Result) => string;
}

/** @param write takes a line for people */
export function createSteps(total: number, write: (line: string) => void): Steps {
  const startedAt = performance.now();
  const results: StepResult[] = [];
  let begun = 0;
  return {
    results,
    async run(name, work, { manager, detail } = {}) {
      const title = manager === undefined ? name : `${manager}: ${name}`;
      begun += 1;
      write(`[${String(begun).padStart(String(total).length)}/${total} ${clock(performance.now() - startedAt)}] ${title}`);
      const from = performance.now();
      try {
        const result = await work();
        results.push({ name, manager, durationMs: performance.now() - from, detail: detail?.(result) });
        return result;
      } catch (error) {
        if (!(error instanceof ReleaseError)) throw error;
        throw new ReleaseError(error.code, `Step "${title}" failed. ${error.message}`);
      }
    },
  };
}

function clock(elapsedMs: number): string {
  const seconds = Math.floor(elapsedMs / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
