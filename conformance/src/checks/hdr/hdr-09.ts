import { type Check, check } from '../../model/check.ts';
import { judgeAsOtherUser } from '../../scenarios/refusals/other-user.ts';
import { preparedOperations } from '../../scenarios/refusals/prepared-operation.ts';
import { judgeRefusals } from '../../scenarios/refusals/refusal.ts';
import { noApiKey, noLicenseKey, noToken } from '../../scenarios/refusals/wrong-credentials.ts';

/** HDR-09: configuration endpoints need the full header set and the token too. */
export const hdr09: Check = check('HDR-09', { isolation: 'shared', weight: 1 }, async (context) => {
  const configuration = preparedOperations(context, context.target.companies[0]).filter((candidate) => candidate.configuration);
  const unlicensed = { status: 403, alterations: [noLicenseKey(context)] };
  for (const refusal of [{ status: 401, alterations: [noToken] }, { status: 403, alterations: [noApiKey(context)] }, unlicensed])
    await judgeRefusals(context, configuration, refusal);
  await judgeAsOtherUser(context, unlicensed, (candidate) => candidate.configuration);
});
