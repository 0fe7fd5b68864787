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
const EACH = 2;

/** Judges that the lists of two companies each show their own company when one user requests them at the same time (COMP-03). */
export async function judgeListsAtOnce(context: CheckContext, home: Company, away: Company): Promise<void> {
  const lists = operationCases(context, home).filter(({ operation, effect }) => effect.kind === 'list' && operations[operation].company);
  for (const { operation, effect } of context.some(lists))
    await context.part(`${operation} in two companies at once`, async () => {
      const api = await context.api();
      const alone: (Call & { readonly shown: ReadonlySet<string> })[] = [];
      for (const company of [home, away]) {
        const call = limited(api.call(operation, { company }), PAGE_ENTRIES_MAX);
        let shown = shownIn(await context.send(call));
        if (shown.size === 0 && canCreate(context, effect.resource)) {
          await createObject(context, effect.resource, company);
          shown = shownIn(await context.send(call));
        }
        alone.push({ ...call, shown });
      }
      await judgeLists(context, operation, alone);
    });
}

async function judgeLists(
  context: CheckContext,
  operation: string,
  calls: readonly (Call & { readonly shown: ReadonlySet<string> })[],
): Promise<void> {
  const both = Array.from({ length: EACH }, () => calls).flat();
  for (const [index, answer] of (await Promise.all(both.map((call) => context.send(call)))).entries()) {
    const [own, other] = [calls[index % calls.length]?.shown, calls[(index + 1) % calls.length]?.shown];
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
