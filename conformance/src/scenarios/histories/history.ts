import fc from 'fast-check';
import type { Cases, CheckContext } from '../../model/check-context.ts';

/** One step of a history: its action on the target and on the model, which knows what the target must do. */
export type HistoryStep<Model extends object> = fc.AsyncCommand<Model, CheckContext>;

export type History<Model extends object> = Iterable<HistoryStep<Model>>;

/** Histories of up to `mostSteps` steps. A failure is shrunk to the fewest and simplest steps that still fail. */
export function histories<Model extends object>(
  steps: readonly fc.Arbitrary<HistoryStep<Model>>[],
  mostSteps: number,
): Cases<History<Model>> {
  return (replayPath) => fc.commands([...steps], { maxCommands: mostSteps, size: 'max', ...(replayPath !== undefined && { replayPath }) });
}

/** Takes the steps in order, except those that the model does not allow. */
export async function takeSteps<Model extends object>(history: History<Model>, model: Model, context: CheckContext): Promise<void> {
  await fc.asyncModelRun(() => ({ model, real: context }), history);
}
