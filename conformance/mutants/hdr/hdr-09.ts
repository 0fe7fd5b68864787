import { licenseKeyFilledIn, missing } from '../faults/headers.ts';
import type { Mutant } from '../mutant.ts';
import { headerOf, isSuccess, withHeader } from '../peer/message.ts';

/** Faulty services that the check of HDR-09 must catch. */
export const mutants: readonly Mutant[] = [
  { id: 'HDR-09-webhook-list-without-license', mustBreak: ['HDR-09', 'HDR-03'], fault: licenseKeyFilledIn(missing, ['listWebhook']) },
  {
    id: 'HDR-09-companies-without-token',
    mustBreak: ['HDR-09', 'AUTH-04'],
    fault: () => {
      let token = '';
      return async (request, forward) => {
        const sent = headerOf(request, 'Authorization');
        if (request.operation === 'listAzienda' && sent === undefined) return await forward(withHeader(request, 'Authorization', token));
        const answer = await forward(request);
        if (isSuccess(answer) && sent !== undefined) token = sent;
        return answer;
      };
    },
  },
];
