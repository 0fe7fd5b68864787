import type { OperationId } from '../../generated/operations.ts';
import { type Effect, effects } from '../../generated/resources.ts';

/** The acts that must be done on an object before an operation, in order. */
export function actsBefore({ after }: Pick<Effect, 'after'>): readonly OperationId[] {
  if (after === undefined) return [];
  return [...actsBefore(effects[after] ?? {}), after];
}
