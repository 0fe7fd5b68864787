import { type Compare, exactly } from '../documents/members.ts';
import { note } from '../model/scope.ts';

/** A mark of which every change alters generated code. */
export const markChanged: Compare = exactly('mark-changed');

/** `x-idempotency`: the operation accepts an Idempotency-Key. */
export const compareIdempotency: Compare = (before, after, scope) => {
  const [was, is] = [before.value === true, after.value === true];
  if (!was && is) note(scope, 'idempotency-gained', after.path, 'accepts an Idempotency-Key now');
  if (was && !is) note(scope, 'idempotency-lost', after.path, 'no longer accepts an Idempotency-Key');
};
