import type { ClientMutant } from '../client-mutant.ts';
import { rightParts } from '../peer/client-parts.ts';
import { nextOn } from '../peer/next-on.ts';

/** Faulty clients that the check of CLI-07 must catch. */
export const mutants: readonly ClientMutant[] = [
  {
    id: 'CLI-07-new-key-each-time',
    mustBreak: ['CLI-07'],
    parts: nextOn(undefined, (right) => (right === 'stop' ? right : { ...right, key: 'new' })),
  },
  {
    id: 'CLI-07-without-key-the-second-time',
    mustBreak: ['CLI-07'],
    parts: nextOn(undefined, (right) => (right === 'stop' ? right : { ...right, key: 'none' })),
  },
  {
    id: 'CLI-07-new-key-after-two-failures',
    mustBreak: ['CLI-07'],
    parts: nextOn(undefined, (right, { attempts }) => (right === 'stop' || attempts < 2 ? right : { ...right, key: 'new' })),
  },
  {
    id: 'CLI-07-new-key-for-each-put',
    mustBreak: ['CLI-07'],
    parts: nextOn(undefined, (right, { wanted }) => (right === 'stop' || wanted.method !== 'PUT' ? right : { ...right, key: 'new' })),
  },
  {
    id: 'CLI-07-repeats-without-keys',
    mustBreak: ['CLI-07'],
    parts: { newKey: () => undefined, ...nextOn(undefined, (_right, { attempts }) => (attempts < 3 ? { waitMs: 60 } : 'stop')) },
  },
  {
    id: 'CLI-07-a-put-needs-no-key',
    mustBreak: ['CLI-07'],
    parts: {
      newKey: (environment, wanted) => (wanted.method === 'PUT' ? undefined : rightParts.newKey(environment, wanted)),
      ...nextOn(undefined, (_right, { attempts }) => (attempts < 3 ? { waitMs: 60 } : 'stop')),
    },
  },
];
