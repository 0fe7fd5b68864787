import { operations } from '../../generated/operations.ts';
import { resources } from '../../generated/resources.ts';
import { type Check, check } from '../../model/check.ts';
import { judgeGrownLists } from '../../scenarios/operations/grown-lists.ts';
import { judgePages } from '../../scenarios/operations/judged-pages.ts';
import { judgeBesideLarge, judgeLargeObjects } from '../../scenarios/operations/large-objects.ts';
import { judgeNextPage } from '../../scenarios/operations/next-page.ts';
import { boundOperations, type OperationCase } from '../../scenarios/operations/operation-case.ts';
import { quietestCompany } from '../../scenarios/resources/contact-life.ts';

/** COMP-10: a list shows each object once over its pages, as its GET shows it, and names the next page as long as there is more. */
export const comp10: Check = check('COMP-10', { isolation: 'quiet', weight: 1 }, async (context) => {
  // In the quietest company, a few pages reach the end of a list.
  const inQuietest = boundOperations(context, quietestCompany(context));
  for (const one of context.some(inQuietest)) await context.part(one.operation, () => judgePages(context, one));
  // The next page in one company must not be that of another.
  const ofEach = context.target.companies.flatMap((company) => boundOperations(context, company));
  for (const one of context.some(ofEach.filter(isOfCompany))) await context.part(one.operation, () => judgeNextPage(context, one));
  // In the busiest company, lists are longer than a page.
  await context.part('long lists', { from: 'standard' }, () => judgeGrownLists(context, boundOperations(context)));
  // Last, since a few large objects fill a page.
  for (const one of inQuietest.filter(isOfCompany))
    await context.part(one.operation, { from: 'standard' }, () => judgeLargeObjects(context, one));
  for (const one of inQuietest.filter(isRecorded))
    await context.part(one.operation, { from: 'standard' }, () => judgeBesideLarge(context, one));
});

function isOfCompany({ operation }: OperationCase): boolean {
  return operations[operation].company;
}

/** Whether the list shows what the target records of other objects, such as the event log. */
function isRecorded({ effect }: OperationCase): boolean {
  const { operations: own, acts } = resources[effect.resource];
  return own.create === undefined && acts.length > 0;
}
