import { licenseKeyFilledIn, missing } from '../faults/headers.ts';
import type { Mutants } from '../mutant.ts';
import { headerOf, isSuccess, withHeader } from '../peer/message.ts';

export const mutants: Mutants = {
  'webhook-list-without-license': { mustAlsoBreak: ['HDR-03'], fault: licenseKeyFilledIn('listWebhook', missing) },
  'companies-without-token': {
    mustAlsoBreak: ['AUTH-04'],
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
};
