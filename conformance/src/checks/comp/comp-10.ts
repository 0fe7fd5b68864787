import { operations } from '../../generated/operations.ts';
import { type Check, check } from '../../model/check.ts';
import { judgeGrownLists } from '../../scenarios/operations/grown-lists.ts';
import { judgePages } from '../../scenarios/operations/judged-pages.ts';
import { judgeBesideLarge, judgeLargeObjects } from '../../scenarios/operations/large-objects.ts';
import { judgeAfterOther } from '../../scenarios/operations/list-after-other.ts';
import { judgeNextPage } from '../../scenarios/operations/next-page.ts';
import { boundOperations } from '../../scenarios/operations/operation-case.ts';
import { judgeOwnPages } from '../../scenarios/operations/own-pages.ts';
import { judgeSimultaneous } from '../../scenarios/operations/simultaneous.ts';
import { quietestCompany } from '../../scenarios/resources/contact-life.ts';

/** COMP-10: a list shows each object once over its pages, as its GET shows it, and names the next page as long as there is more. */
export const comp10: Check = check('COMP-10', { isolation: 'quiet', weight: 1 }, async (context) => {
  // In the quietest company, a few pages reach the end of a list.
  for (const one of context.some(boundOperations(context, quietestCompany(context))))
    await context.part(one.operation, () => judgePages(context, one));
  // The next page in one company must not be that of another.
  const ofEach = context.target.companies.flatMap((company) => boundOperations(context, company));
  for (const one of context.some(ofEach.filter(({ operation }) => operations[operation].company)))
    await context.part(one.operation, () => judgeNextPage(context, one));
  const ofCompany = boundOperations(context).filter(({ operation }) => operations[operation].company);
  if (!context.isQuick) await judgeGrownLists(context, boundOperations(context));
  for (const one of ofCompany) await context.part(one.operation, { from: 'standard' }, () => judgeAfterOther(context, one));
  // In the busiest company, lists are longer than a page.
  for (const one of boundOperations(context))
    await context.part(one.operation, { from: 'standard' }, async () => {
      await judgeOwnPages(context, one);
      await judgeSimultaneous(context, one);
    });
  // Last, since a few large objects fill a page.
  const inQuietest = context.isQuick ? [] : boundOperations(context, quietestCompany(context));
  for (const one of inQuietest)
    if (operations[one.operation].company) await context.part(one.operation, () => judgeLargeObjects(context, one));
  for (const one of inQuietest)
    if (!operations[one.operation].company) await context.part(one.operation, () => judgeBesideLarge(context, one));
});
