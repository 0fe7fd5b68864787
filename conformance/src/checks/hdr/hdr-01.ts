import fc from 'fast-check';
import { headerNames } from '../../api/header-names.ts';
import { withoutHeader } from '../../http/call.ts';
import { type Check, check } from '../../model/check.ts';
import { judgeOnHeads } from '../../scenarios/refusals/heads.ts';
import { judgeOnLaterPages } from '../../scenarios/refusals/later-pages.ts';
import { RefusedCreations } from '../../scenarios/refusals/nothing-written.ts';
import { preparedOperations } from '../../scenarios/refusals/prepared-operation.ts';
import { type Alteration, judgeRefusals, type Refusal } from '../../scenarios/refusals/refusal.ts';
import { judgeOnReplays } from '../../scenarios/refusals/replays.ts';

/** HDR-01: a valid token without an API key answers 403. */
export const hdr01: Check = check('HDR-01', { isolation: 'shared', weight: 3 }, async (context) => {
  const { apiKey } = headerNames(context.target.service.headerWord);
  const missing: Alteration = { what: 'no API key', apply: (call) => withoutHeader(call, apiKey) };
  const refusal: Refusal = { status: 403, alterations: fc.constant(missing), runs: 1 };
  const creations = new RefusedCreations(context);
  for (const company of context.target.companies) {
    await judgeRefusals(context, preparedOperations(context, company), refusal);
    await creations.send(company, missing);
  }
  const [first] = context.target.companies;
  await judgeOnLaterPages(context, first, refusal);
  await judgeOnReplays(context, first, refusal);
  await judgeOnHeads(context, first, refusal);
  await creations.judge();
});
