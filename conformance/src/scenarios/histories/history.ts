import fc from 'fast-check';
import type { CheckContext } from '../../model/check-context.ts';
import type { Cases } from '../../model/judging-context.ts';

/** One step of a history: what it does to the target, and to the model that says what the target must do. */
export type HistoryStep<Model extends object> = fc.AsyncCommand<Model, CheckContext>;

export type History<Model extends object> = Iterable<HistoryStep<Model>>;

/** Histories of up to `mostSteps` steps; a failure is shrunk to the fewest and simplest steps that still fail. */
export function histories<Model extends object>(
  steps: readonly fc.Arbitrary<HistoryStep<Model>>[],
  mostSteps: number,
): Cases<History<Model>> {
  return (replayPath) => fc.commands([...steps], { maxCommands: mostSteps, size: 'max', ...(replayPath !== undefined && { replayPath }) });
}

/** Takes the steps in their order; one that the model does not allow at its turn is left out. */
export async function takeSteps<Model extends object>(history: History<Model>, model: Model, context: CheckContext): Promise<void> {
  await fc.asyncModelRun(() => ({ model, real: context }), history);
}
