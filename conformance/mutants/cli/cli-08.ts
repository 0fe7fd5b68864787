import type { ClientMutants } from '../client-mutant.ts';
import { nextOn } from '../peer/next-on.ts';
import { swallowing } from '../peer/swallowing.ts';

export const mutants: ClientMutants = {
  'logs-in-on-403': nextOn(403, (_right, { logins }) => (logins < 2 ? { token: 'new' } : 'stop')),
  'three-times-on-403': nextOn(403, (_right, { attempts }) => (attempts < 3 ? { waitMs: 60 } : 'stop')),
  'deletes-again-on-403': nextOn(403, (_right, { wanted, attempts }) =>
    wanted.method === 'DELETE' && attempts < 2 ? { waitMs: 60 } : 'stop',
  ),
  'new-key-on-422': nextOn(422, (_right, { attempts }) => (attempts < 3 ? { key: 'new' } : 'stop')),
  'once-more-on-422': nextOn(422, (_right, { attempts }) => (attempts < 2 ? { waitMs: 60 } : 'stop')),
  'same-token-on-422': nextOn(422, (_right, { wanted, attempts }) => (wanted.method === 'PUT' && attempts < 3 ? { key: 'new' } : 'stop')),
  'forbidden-is-done': swallowing(/: 403$/),
  'forbidden-delete-is-done': swallowing(/^DELETE .*: 403$/),
  'stale-is-done': swallowing(/^PUT .*: 422$/),
};
