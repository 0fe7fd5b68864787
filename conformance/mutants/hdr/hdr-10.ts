import { LICENSE_KEY_HEADER } from '../faults/headers.ts';
import type { Mutant } from '../mutant.ts';
import { headerOf, refusal, withHeader } from '../peer/message.ts';

/** Faulty services that the check of HDR-10 must catch. */
export const mutants: readonly Mutant[] = [
  {
    id: 'HDR-10-first-company-alone-configures',
    mustBreak: ['HDR-10'],
    fault:
      ({ target }) =>
      async (request, forward) =>
        request.operation === 'listWebhook' && headerOf(request, LICENSE_KEY_HEADER) === target.companies[1]?.licenseKey
          ? refusal(403)
          : await forward(request),
  },
  {
    id: 'HDR-10-a-key-of-another-user-configures',
    mustBreak: ['HDR-10'],
    fault:
      ({ target }) =>
      async (request, forward) => {
        const isForeign = headerOf(request, LICENSE_KEY_HEADER) === target.foreignCompany?.licenseKey;
        return await forward(
          request.operation === 'createWebhook' && isForeign
            ? withHeader(request, LICENSE_KEY_HEADER, target.companies[0].licenseKey)
            : request,
        );
      },
  },
];
