import type { ClientMutants } from '../client-mutant.ts';
import { nextOn } from '../peer/next-on.ts';
import { swallowing } from '../peer/swallowing.ts';

export const mutants: ClientMutants = {
  'conflict-is-an-error': nextOn(409, () => 'stop'),
  'at-once': { mustAlsoBreak: ['CLI-11'], ...nextOn(409, () => ({})) },
  'new-key-each-time': nextOn(409, (right) => (right === 'stop' ? right : { ...right, key: 'new' })),
  'without-key': nextOn(409, (right) => (right === 'stop' ? right : { ...right, key: 'none' })),
  'only-with-retry-after': nextOn(409, (right, _progress, { headers }) => (headers.has('retry-after') ? right : 'stop')),
  'only-with-a-code': nextOn(409, (right, _progress, { text }) => (text.includes('idempotency-in-progress') ? right : 'stop')),
  'conflict-of-a-put-is-stale': nextOn(409, (right, { wanted }) => (wanted.method === 'PUT' ? 'stop' : right)),
  'exists-already': {
    mayBreak: ['CLI-11'],
    ...nextOn(409, () => 'stop'),
    ...swallowing(/: 409$/),
  },
  'number-of-the-attempt-in-the-body': {
    mustAlsoBreak: ['CLI-04', 'CLI-07'],
    bodyOf: ({ body }, attempt) => body?.replace(/\}$/, `,"attempt":${attempt}}`),
  },
  'written-anew': {
    mustAlsoBreak: ['CLI-04', 'CLI-07'],
    bodyOf: ({ body }, attempt) => (attempt === 1 || body === undefined ? body : JSON.stringify(JSON.parse(body), null, 2)),
  },
};
