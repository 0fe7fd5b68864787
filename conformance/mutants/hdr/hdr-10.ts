import { forwarding, refusing } from '../faults/exchanges.ts';
import { LICENSE_KEY_HEADER } from '../faults/headers.ts';
import type { Mutants } from '../mutant.ts';
import { headerOf, isSuccess, withHeader } from '../peer/message.ts';

/** How long an accepted license key works for everybody. */
const REMEMBERED_MS = 1_000;

export const mutants: Mutants = {
  'first-company-alone-configures': refusing(
    403,
    (request, { target }) =>
      request.operation === 'listWebhook' && headerOf(request, LICENSE_KEY_HEADER) === target.companies[1]?.licenseKey,
  ),
  'a-key-of-another-user-configures': forwarding((request, { target }) => {
    const isForeign = headerOf(request, LICENSE_KEY_HEADER) === target.foreignCompany?.licenseKey;
    return request.operation === 'createWebhook' && isForeign
      ? withHeader(request, LICENSE_KEY_HEADER, target.companies[0].licenseKey)
      : request;
  }),
  'license-of-whoever-configured-just-before': {
    // HDR-04 also sends license keys there that must be refused.
    mayBreak: ['HDR-04'],
    fault: ({ target }) => {
      const accepted = new Map<string, number>();
      return async (request, forward) => {
        const key = headerOf(request, LICENSE_KEY_HEADER) ?? '';
        const answer = await forward(request);
        if (request.operation !== 'createWebhook') return answer;
        if (isSuccess(answer)) accepted.set(key, Date.now());
        const isRecent = Date.now() - (accepted.get(key) ?? 0) < REMEMBERED_MS;
        return answer.status === 403 && isRecent
          ? await forward(withHeader(request, LICENSE_KEY_HEADER, target.companies[0].licenseKey))
          : answer;
      };
    },
  },
};
