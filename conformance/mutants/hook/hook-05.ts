import { markedByPut, signedWith } from '../faults/marked-by-put.ts';
import { changed } from '../faults/webhooks.ts';
import type { Mutant } from '../mutant.ts';
import { bodyOf } from '../peer/message.ts';

/** Faulty services that the check of HOOK-05 must catch. */
export const mutants: readonly Mutant[] = [
  {
    id: 'HOOK-05-secret-taken-on-creation',
    mustBreak: ['HOOK-05'],
    fault: () => async (request, forward) => {
      const answer = await forward(request);
      const { Secret } = bodyOf(request);
      return request.operation === 'createWebhook' && Secret !== undefined
        ? changed(answer, (webhook) => ({ ...webhook, secret: Secret }))
        : answer;
    },
  },
  {
    ...markedByPut(
      'HOOK-05-secret-taken-by-put',
      ['HOOK-05'],
      ({ Secret }) => (typeof Secret === 'string' ? Secret : undefined),
      (secret) => signedWith(secret),
    ),
    mayBreak: ['SIG-02'],
  },
  {
    ...markedByPut(
      'HOOK-05-put-of-what-get-showed-makes-a-new-secret',
      ['HOOK-05'],
      ({ Secret }) => (Secret === null ? 'another secret' : undefined),
      (secret) => signedWith(secret),
    ),
    mayBreak: ['SIG-02'],
  },
  {
    ...markedByPut(
      'HOOK-05-secret-in-lower-case-taken-by-put',
      ['HOOK-05'],
      ({ secret }) => (typeof secret === 'string' ? secret : undefined),
      (secret) => signedWith(secret),
    ),
    mayBreak: ['SIG-02'],
  },
  {
    id: 'HOOK-05-empty-secret-taken-on-creation',
    mustBreak: ['HOOK-05'],
    fault: () => async (request, forward) => {
      const answer = await forward(request);
      const isEmpty = request.operation === 'createWebhook' && bodyOf(request).Secret === '';
      return isEmpty ? changed(answer, (webhook) => ({ ...webhook, secret: '' })) : answer;
    },
  },
];
