import { onRefusal } from '../faults/concurrency-tokens.ts';
import type { Mutants } from '../mutant.ts';
import { headerOf } from '../peer/message.ts';

export const mutants: Mutants = {
  'stale-under-a-key-is-a-conflict': onRefusal((request, _forward, answer) =>
    headerOf(request, 'Idempotency-Key') === undefined ? answer : { ...answer, status: 409 },
  ),
};
