import { entriesOf } from '../../api/listing.ts';
import { limited } from '../../api/paging.ts';
import { PAGE_ENTRIES_MAX } from '../../generated/limits.ts';
import { operations } from '../../generated/operations.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Answer, Call } from '../../model/exchange.ts';
import { writeJson } from '../../model/json.ts';
import type { Company } from '../../model/target.ts';
import { canCreate } from '../operations/available-object.ts';
import { createObject } from '../operations/creation.ts';
import { operationCases } from '../operations/operation-case.ts';

/** How often each of two lists is requested at once. */
const EACH = 3;

/** Judges that the lists of two companies each show their own company when one user requests them at the same time (COMP-03). */
export async function judgeListsAtOnce(context: CheckContext, home: Company, away: Company): Promise<void> {
  const lists = operationCases(context, home).filter(({ operation, effect }) => effect.kind === 'list' && operations[operation].company);
  for (const { operation, effect } of context.some(lists))
    await context.part(`${operation} in two companies at once`, async () => {
      if (!canCreate(context, effect.resource)) return;
      for (const company of [home, away]) await createObject(context, effect.resource, company);
      const api = await context.api();
      const calls = [home, away].map((company) => limited(api.call(operation, { company }), PAGE_ENTRIES_MAX));
      await judgeLists(context, operation, calls);
    });
}

async function judgeLists(context: CheckContext, operation: string, calls: readonly Call[]): Promise<void> {
  const alone: ReadonlySet<string>[] = [];
  for (const call of calls) alone.push(shownIn(await context.send(call)));
  const both = Array.from({ length: EACH }, () => calls).flat();
  for (const [index, answer] of (await Promise.all(both.map((call) => context.send(call)))).entries()) {
    const [own, other] = [alone[index % calls.length], alone[(index + 1) % calls.length]];
    const stray = [...shownIn(answer)].find((entry) => other?.has(entry) && !own?.has(entry));
    context.judge(stray === undefined, {
      message: `${operation} must show the objects of its own company, whatever is listed at the same time.`,
      expected: 'no entry of the other company',
      actual: stray?.slice(0, 500) ?? '',
    });
  }
}

/** The entries of a page as JSON text. No two objects are equal. */
function shownIn(answer: Answer): ReadonlySet<string> {
  return new Set((entriesOf(answer) ?? []).map((entry) => writeJson(entry)));
}
