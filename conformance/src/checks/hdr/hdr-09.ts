import fc from 'fast-check';
import { headerNames } from '../../api/header-names.ts';
import { withoutHeader } from '../../http/call.ts';
import { type Check, check } from '../../model/check.ts';
import { judgeAsOtherUser } from '../../scenarios/refusals/other-user.ts';
import { preparedOperations } from '../../scenarios/refusals/prepared-operation.ts';
import { judgeRefusals } from '../../scenarios/refusals/refusal.ts';

/** HDR-09: configuration endpoints need the full header set and the token too. */
export const hdr09: Check = check('HDR-09', { isolation: 'shared', weight: 1 }, async (context) => {
  const { apiKey, licenseKey } = headerNames(context.target.service.headerWord);
  const configuration = preparedOperations(context, context.target.companies[0]).filter((candidate) => candidate.configuration);
  const needed = [
    { name: 'Authorization', what: 'no token', status: 401 },
    { name: apiKey, what: 'no API key', status: 403 },
    { name: licenseKey, what: 'no license key', status: 403 },
  ];
  for (const { name, what, status } of needed) {
    const alterations = fc.constant({ what, apply: (call: Parameters<typeof withoutHeader>[0]) => withoutHeader(call, name) });
    await judgeRefusals(context, configuration, { status, alterations, runs: 1 });
    if (name === licenseKey) await judgeAsOtherUser(context, { status, alterations, runs: 1 }, (candidate) => candidate.configuration);
  }
});
