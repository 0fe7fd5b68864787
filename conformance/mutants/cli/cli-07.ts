import type { ClientMutants } from '../client-mutant.ts';
import { rightParts } from '../peer/client-parts.ts';
import { nextOn } from '../peer/next-on.ts';

export const mutants: ClientMutants = {
  'new-key-each-time': nextOn(undefined, (right) => (right === 'stop' ? right : { ...right, key: 'new' })),
  'without-key-the-second-time': nextOn(undefined, (right) => (right === 'stop' ? right : { ...right, key: 'none' })),
  'new-key-after-two-failures': nextOn(undefined, (right, { attempts }) =>
    right === 'stop' || attempts < 2 ? right : { ...right, key: 'new' },
  ),
  'new-key-for-each-put': nextOn(undefined, (right, { wanted }) =>
    right === 'stop' || wanted.method !== 'PUT' ? right : { ...right, key: 'new' },
  ),
  'repeats-without-keys': {
    newKey: () => undefined,
    ...nextOn(undefined, (_right, { attempts }) => (attempts < 3 ? { waitMs: 60 } : 'stop')),
  },
  'a-put-needs-no-key': {
    newKey: (environment, wanted) => (wanted.method === 'PUT' ? undefined : rightParts.newKey(environment, wanted)),
    ...nextOn(undefined, (_right, { attempts }) => (attempts < 3 ? { waitMs: 60 } : 'stop')),
  },
};
