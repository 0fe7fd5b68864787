import type { Compare } from './members.ts';
import { exactly, notUnderstood } from './members.ts';

/** The version of OpenAPI or AsyncAPI: a patch of it means the same, another one may not. */
export const compareDialect: Compare = (before, after, scope) => {
  const isPatch = minorOf(before.value) === minorOf(after.value);
  (isPatch ? exactly('note-changed') : notUnderstood)(before, after, scope);
};

function minorOf(version: unknown): string {
  return String(version).split('.').slice(0, 2).join('.');
}
