import { entriesOf } from '../../api/listing.ts';
import { limited, nextPage } from '../../api/paging.ts';
import { isServed } from '../../api/requests.ts';
import { resources } from '../../generated/resources.ts';
import { isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Answer } from '../../model/exchange.ts';
import { type JsonObject, writeJson } from '../../model/json.ts';
import { canCreate } from './available-object.ts';
import { createObject } from './creation.ts';
import { lostAt } from './declared-members.ts';
import { shownAlone } from './listed-objects.ts';
import type { OperationCase } from './operation-case.ts';
import { identifierIn } from './stored-object.ts';
import type { WholeList } from './whole-list.ts';

/** Judges that the next page that a list names belongs to the same list, whatever else was listed before. */
export async function judgeNextPage(context: CheckContext, one: OperationCase): Promise<void> {
  const { call } = await one.prepare();
  const first = limited(call, 1);
  let answer = await context.prepare(first);
  if (nextPage(first, answer) === undefined && canCreate(context, one.effect.resource)) {
    // Two objects make two pages.
    for (let count = 0; count < 2; count += 1) await createObject(context, one.effect.resource, one.company);
    answer = await context.prepare(first);
  }
  const next = nextPage(first, answer);
  if (next === undefined) return;
  const page = await context.send(next);
  const [before, after] = [entriesIn(answer, one), isSuccess(page) ? entriesIn(page, one) : new Map()];
  // Entries without an id cannot be told apart.
  if (before.size === 0 || (isSuccess(page) && after.size < (entriesOf(page)?.length ?? 1))) return;
  const others = [...after.keys()].filter((id) => !before.has(id));
  context.judge(others.length > 0 && others.length === after.size, {
    message: `${one.operation} must name the next page of the requested list.`,
    expected: `other entries than ${[...before.keys()].join(', ')}`,
    actual: `${page.status}, entries ${[...after.keys()].join(', ') || 'none'}`,
  });
  for (const id of others.slice(0, 1)) await judgeOfList(context, one, id, after);
}

/** An entry of a list equals the GET in the same company. */
async function judgeOfList(context: CheckContext, one: OperationCase, id: string, entries: WholeList['entries']): Promise<void> {
  const { read, create } = resources[one.effect.resource].operations;
  if (read === undefined || !isServed(context, read)) return;
  const { company } = one;
  const shown = await shownAlone(
    context,
    { resource: resources[one.effect.resource], company, id, draft: undefined, shown: undefined },
    { entries },
  );
  const isSame = shown !== undefined && (create === undefined || lostAt(shown, entries.get(id)) === undefined);
  context.judge(isSame, {
    message: `The next page of ${one.operation} must belong to the requested list.`,
    expected: `what ${read} of ${id} shows in company ${company.id}`,
    actual: shown === undefined ? `an entry that ${read} does not show there` : writeJson(entries.get(id) ?? null).slice(0, 500),
  });
}

function entriesIn(answer: Answer, { effect }: OperationCase): ReadonlyMap<string, JsonObject> {
  const entries = entriesOf(answer) ?? [];
  return new Map(
    entries.flatMap((entry) => {
      const id = identifierIn(resources[effect.resource], entry);
      return id === undefined ? [] : [[id, entry] as const];
    }),
  );
}
