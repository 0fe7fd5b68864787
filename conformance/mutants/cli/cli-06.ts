import type { ClientMutant } from '../client-mutant.ts';
import { nextOn } from '../peer/next-on.ts';
import { swallowing } from '../peer/swallowing.ts';

/** Faulty clients that the check of CLI-06 must catch. */
export const mutants: readonly ClientMutant[] = [
  { id: 'CLI-06-conflict-is-an-error', mustBreak: ['CLI-06'], parts: nextOn(409, () => 'stop') },
  { id: 'CLI-06-at-once', mustBreak: ['CLI-06', 'CLI-11'], parts: nextOn(409, () => ({})) },
  {
    id: 'CLI-06-new-key-each-time',
    mustBreak: ['CLI-06'],
    parts: nextOn(409, (right) => (right === 'stop' ? right : { ...right, key: 'new' })),
  },
  {
    id: 'CLI-06-without-key',
    mustBreak: ['CLI-06'],
    parts: nextOn(409, (right) => (right === 'stop' ? right : { ...right, key: 'none' })),
  },
  {
    id: 'CLI-06-only-with-retry-after',
    mustBreak: ['CLI-06'],
    parts: nextOn(409, (right, _progress, { headers }) => (headers.has('retry-after') ? right : 'stop')),
  },
  {
    id: 'CLI-06-only-with-a-code',
    mustBreak: ['CLI-06'],
    parts: nextOn(409, (right, _progress, { text }) => (text.includes('idempotency-in-progress') ? right : 'stop')),
  },
  {
    id: 'CLI-06-conflict-of-a-put-is-stale',
    mustBreak: ['CLI-06'],
    parts: nextOn(409, (right, { wanted }) => (wanted.method === 'PUT' ? 'stop' : right)),
  },
  {
    id: 'CLI-06-exists-already',
    mustBreak: ['CLI-06'],
    mayBreak: ['CLI-11'],
    parts: { ...nextOn(409, () => 'stop'), ...swallowing(/: 409$/) },
  },
  {
    id: 'CLI-06-number-of-the-attempt-in-the-body',
    mustBreak: ['CLI-06', 'CLI-04', 'CLI-07'],
    parts: { bodyOf: ({ body }, attempt) => body?.replace(/\}$/, `,"attempt":${attempt}}`) },
  },
  {
    id: 'CLI-06-written-anew',
    mustBreak: ['CLI-06', 'CLI-04', 'CLI-07'],
    parts: { bodyOf: ({ body }, attempt) => (attempt === 1 || body === undefined ? body : JSON.stringify(JSON.parse(body), null, 2)) },
  },
];
