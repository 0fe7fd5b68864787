import type { CheckContext } from '../../model/check-context.ts';
import { judgeOnHeads } from './heads.ts';
import { judgeOnLaterPages } from './later-pages.ts';
import { RefusedCreations } from './nothing-written.ts';
import { preparedOperations } from './prepared-operation.ts';
import { type Alteration, judgeRefusals, type Refusal } from './refusal.ts';
import { judgeOnReplays } from './replays.ts';

/** So many operations of each further company: the other rules about its license key try all of them. */
const SHARE = 6;

/** Judges that every request without a header is answered 403, in each company, and that none writes anything. */
export async function judgeMissing(context: CheckContext, missing: Alteration): Promise<void> {
  const refusal: Refusal = { status: 403, alterations: [missing] };
  const creations = new RefusedCreations(context);
  const [first, ...others] = context.target.companies;
  await judgeRefusals(context, preparedOperations(context, first), refusal);
  for (const company of others) {
    const scoped = preparedOperations(context, company).filter(({ configuration }) => !configuration);
    await judgeRefusals(context, context.some(scoped, SHARE), refusal);
  }
  for (const company of context.target.companies) await creations.send(company, missing);
  await judgeOnLaterPages(context, first, refusal);
  await judgeOnReplays(context, first, refusal);
  await judgeOnHeads(context, first, refusal);
  await creations.judge();
}
