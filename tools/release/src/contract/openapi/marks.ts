import { type Compare, exactly } from '../documents/members.ts';
import { note } from '../model/scope.ts';

/** A mark of which every change alters generated code. */
export const markChanged: Compare = exactly('mark-changed');

/** `x-fires`: the event type that a success of the operation fires. Receivers of events see what changes, callers do not. */
export const compareFired: Compare = (before, after, scope) => {
  if (before.value === after.value) return;
  const events = { ...scope, area: 'events' } as const;
  if (before.exists) note(events, 'event-no-longer-fired', after.path, `no longer fires ${String(before.value)}`);
  if (after.exists) note(events, 'event-fired-too', after.path, `fires ${String(after.value)}`);
};

/** `x-idempotency`: the operation accepts an Idempotency-Key. */
export const compareIdempotency: Compare = (before, after, scope) => {
  const [was, is] = [before.value === true, after.value === true];
  if (!was && is) note(scope, 'idempotency-gained', after.path, 'accepts an Idempotency-Key now');
  if (was && !is) note(scope, 'idempotency-lost', after.path, 'no longer accepts an Idempotency-Key');
};
