import { limited } from '../../api/paging.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Company } from '../../model/target.ts';
import { operationCases } from '../operations/operation-case.ts';

/** Reads the beginning of every list, which must not change where events go. Does nothing below the standard budget. */
export async function readFirstPages(context: CheckContext, company: Company): Promise<void> {
  if (context.isQuick) return;
  for (const { effect, prepare } of operationCases(context, company))
    if (effect.kind === 'list') await context.send(limited((await prepare()).call, 1));
}
