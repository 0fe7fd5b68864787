import type { OperationId } from '../generated/operations.ts';
import { effects } from '../generated/resources.ts';
import type { CheckContext } from '../model/check-context.ts';

/** Whether the configuration does not say that the target lacks the operation. */
export function isServed({ target }: CheckContext, operation: OperationId): boolean {
  const setting = effects[operation]?.setting;
  return setting === undefined || target.surface[setting] !== null;
}
