import { type Check, check } from '../../model/check.ts';
import { preparedOperations } from '../../scenarios/refusals/prepared-operation.ts';
import { judgeRefusals } from '../../scenarios/refusals/refusal.ts';
import { missing, noToken } from '../../scenarios/refusals/wrong-keys.ts';

/** HDR-09: configuration endpoints need the full header set and the token too. */
export const hdr09: Check = check('HDR-09', { isolation: 'shared', weight: 1 }, async (context) => {
  const configuration = preparedOperations(context, context.target.companies[0]).filter((candidate) => candidate.configuration);
  await judgeRefusals(context, configuration, { status: 401, alterations: [noToken] });
  for (const key of ['API key', 'license key'] as const)
    await judgeRefusals(context, configuration, { status: 403, alterations: [missing(context, key)] });
});
