import type { ClientMutant } from '../client-mutant.ts';
import { nextOn } from '../peer/next-on.ts';
import { swallowing } from '../peer/swallowing.ts';

/** Faulty clients that the check of CLI-08 must catch. */
export const mutants: readonly ClientMutant[] = [
  {
    id: 'CLI-08-logs-in-on-403',
    mustBreak: ['CLI-08'],
    parts: nextOn(403, (_right, { logins }) => (logins < 2 ? { token: 'new' } : 'stop')),
  },
  {
    id: 'CLI-08-three-times-on-403',
    mustBreak: ['CLI-08'],
    parts: nextOn(403, (_right, { attempts }) => (attempts < 3 ? { waitMs: 60 } : 'stop')),
  },
  {
    id: 'CLI-08-deletes-again-on-403',
    mustBreak: ['CLI-08'],
    parts: nextOn(403, (_right, { wanted, attempts }) => (wanted.method === 'DELETE' && attempts < 2 ? { waitMs: 60 } : 'stop')),
  },
  {
    id: 'CLI-08-new-key-on-422',
    mustBreak: ['CLI-08'],
    parts: nextOn(422, (_right, { attempts }) => (attempts < 3 ? { key: 'new' } : 'stop')),
  },
  {
    id: 'CLI-08-once-more-on-422',
    mustBreak: ['CLI-08'],
    parts: nextOn(422, (_right, { attempts }) => (attempts < 2 ? { waitMs: 60 } : 'stop')),
  },
  {
    id: 'CLI-08-same-token-on-422',
    mustBreak: ['CLI-08'],
    parts: nextOn(422, (_right, { wanted, attempts }) => (wanted.method === 'PUT' && attempts < 3 ? { key: 'new' } : 'stop')),
  },
  { id: 'CLI-08-forbidden-is-done', mustBreak: ['CLI-08'], parts: swallowing(/: 403$/) },
  { id: 'CLI-08-forbidden-delete-is-done', mustBreak: ['CLI-08'], parts: swallowing(/^DELETE .*: 403$/) },
  { id: 'CLI-08-stale-is-done', mustBreak: ['CLI-08'], parts: swallowing(/^PUT .*: 422$/) },
];
