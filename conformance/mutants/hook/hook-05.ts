import { answering, changed } from '../faults/exchanges.ts';
import { markedByPut, signedWith } from '../faults/marked-by-put.ts';
import type { Mutants } from '../mutant.ts';
import { bodyOf } from '../peer/message.ts';

export const mutants: Mutants = {
  'secret-taken-on-creation': answering((answer, request) => {
    const { Secret } = bodyOf(request);
    return request.operation === 'createWebhook' && Secret !== undefined
      ? changed(answer, (webhook) => ({ ...webhook, secret: Secret }))
      : answer;
  }),
  'secret-taken-by-put': {
    mayBreak: ['SIG-02'],
    ...markedByPut(({ Secret }) => (typeof Secret === 'string' ? Secret : undefined), signedWith),
  },
  'put-of-what-get-showed-makes-a-new-secret': {
    mayBreak: ['SIG-02'],
    ...markedByPut(({ Secret }) => (Secret === null ? 'another secret' : undefined), signedWith),
  },
  'secret-in-lower-case-taken-by-put': {
    mayBreak: ['SIG-02'],
    ...markedByPut(({ secret }) => (typeof secret === 'string' ? secret : undefined), signedWith),
  },
  'empty-secret-taken-on-creation': answering((answer, request) => {
    const isEmpty = request.operation === 'createWebhook' && bodyOf(request).Secret === '';
    return isEmpty ? changed(answer, (webhook) => ({ ...webhook, secret: '' })) : answer;
  }),
};
