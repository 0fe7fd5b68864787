import { limited, nextPage } from '../../api/paging.ts';
import { operations } from '../../generated/operations.ts';
import { isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Call } from '../../model/exchange.ts';
import type { Company } from '../../model/target.ts';
import { oncePerRunFor } from '../once-per-run.ts';
import { canCreate } from '../operations/available-object.ts';
import { createObject } from '../operations/creation.ts';
import { type OperationCase, operationCases } from '../operations/operation-case.ts';
import type { PreparedOperation } from './prepared-operation.ts';
import { judgeRefusals, type Refusal } from './refusal.ts';

/** The fewest objects that fill two pages of one each. */
const LEAST_OBJECTS = 2;

/** Judges the same refusals for the second page of a list, which may bypass a check. Lists of one page are not judged. */
export async function judgeOnLaterPages(
  context: CheckContext,
  company: Company,
  refusal: Refusal,
  isBound: (list: PreparedOperation) => boolean = () => true,
): Promise<void> {
  const pages = (await laterPages(context, company)).filter(isBound);
  if (pages.length > 0) await judgeRefusals(context, pages, refusal);
}

/** The second page of every list that has one. None at a quick budget. */
export async function laterPages(context: CheckContext, company: Company): Promise<readonly PreparedOperation[]> {
  if (context.isQuick) return [];
  const pages: PreparedOperation[] = [];
  for (const one of operationCases(context, company).filter(({ effect }) => effect.kind === 'list')) {
    const url = await context.part(`later pages of ${one.operation}`, () => laterPageOf(context, one));
    if (url === undefined) continue;
    const ask = async (): Promise<Call> => ({ ...(await one.prepare()).call, url });
    const { operation } = one;
    pages.push({
      operation,
      configuration: !operations[operation].company,
      prepare: ask,
      prepareRefused: ask,
      // It was answered when it was found.
      control: async () => undefined,
    });
  }
  return pages;
}

/** The address of the second page, if the target answers it: the control of every refusal. */
const laterPageOf = oncePerRunFor<OperationCase, string | undefined>(
  ({ operation, company }) => `${operation} ${company.id}`,
  async (context, one) => {
    const named = (await nextOf(context, one)) ?? (await nextOfMore(context, one));
    return named !== undefined && isSuccess(await context.send(named)) ? named.url : undefined;
  },
);

async function nextOf(context: CheckContext, one: OperationCase): Promise<Call | undefined> {
  const first = limited((await one.prepare()).call, 1);
  const answer = await context.send(first);
  return isSuccess(answer) ? nextPage(first, answer) : undefined;
}

async function nextOfMore(context: CheckContext, one: OperationCase): Promise<Call | undefined> {
  const { resource } = one.effect;
  if (!canCreate(context, resource)) return undefined;
  for (let made = 0; made < LEAST_OBJECTS; made += 1) await createObject(context, resource, one.company);
  return await nextOf(context, one);
}
