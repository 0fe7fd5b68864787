import { idOf, objectOf } from '../../api/identity.ts';
import { entriesOf } from '../../api/listing.ts';
import { limited } from '../../api/paging.ts';
import { servedOf } from '../../api/requests.ts';
import { PAGE_ENTRIES_MAX } from '../../generated/limits.ts';
import { operations } from '../../generated/operations.ts';
import { resources } from '../../generated/resources.ts';
import { isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Call } from '../../model/exchange.ts';
import { type JsonObject, memberOf, writeJson } from '../../model/json.ts';
import type { Company } from '../../model/target.ts';
import { canCreate } from '../operations/available-object.ts';
import { createObject } from '../operations/creation.ts';
import { type OperationCase, operationCases } from '../operations/operation-case.ts';

/** How many equal entries of two lists are examined. There may be some by chance, if each company numbers its own objects. */
const FEW = 3;

/** How often each of two lists is requested at once. */
const EACH = 2;

/** The entries of a page by their JSON text. No two objects are equal. */
type Shown = ReadonlyMap<string, JsonObject>;

type Companies = readonly [Company, Company];

/** Judges that the lists of two companies show different objects, requested at the same time and one after the other (COMP-03). */
export async function judgeListsApart(context: CheckContext, home: Company, away: Company): Promise<void> {
  const lists = operationCases(context, home).filter(({ operation, effect }) => effect.kind === 'list' && operations[operation].company);
  for (const one of lists)
    await context.part(`${one.operation} in two companies`, async () => {
      await judgeAtOnce(context, one, [home, away]);
      await judgeAlike(context, one, [home, away]);
    });
}

async function judgeAtOnce(context: CheckContext, { operation, effect }: OperationCase, companies: Companies): Promise<void> {
  const api = await context.api();
  const alone: { readonly call: Call; readonly shown: Shown }[] = [];
  for (const company of companies) {
    const call = limited(api.call(operation, { company }), PAGE_ENTRIES_MAX);
    let shown = await shownBy(context, call);
    if (shown.size === 0 && canCreate(context, effect.resource)) {
      await createObject(context, effect.resource, company);
      shown = await shownBy(context, call);
    }
    alone.push({ call, shown });
  }
  const calls = Array.from({ length: EACH }, () => alone).flat();
  const together = await Promise.all(calls.map(({ call }) => shownBy(context, call)));
  for (const [index, answered] of together.entries()) {
    const [own, other] = [alone[index % alone.length]?.shown, alone[(index + 1) % alone.length]?.shown];
    const stray = [...answered.keys()].find((entry) => other?.has(entry) && !own?.has(entry));
    context.judge(stray === undefined, {
      message: `${operation} must show the objects of its own company, whatever is listed at the same time.`,
      expected: 'no entry of the other company',
      actual: stray?.slice(0, 500) ?? '',
    });
  }
}

/** Without a query the oldest objects come first. An entry that both lists show, but only one company can read, is in a wrong list. */
async function judgeAlike(context: CheckContext, { operation, effect }: OperationCase, [home, away]: Companies): Promise<void> {
  const resource = resources[effect.resource];
  const { label = 'id' } = resource;
  const { read } = servedOf(context, resource);
  if (read === undefined) return;
  const api = await context.api();
  const listed = async (company: Company): Promise<Shown> => await shownBy(context, api.call(operation, { company }));
  const [here, there] = [await listed(home), await listed(away)];
  for (const entry of [...here].flatMap(([text, one]) => (there.has(text) ? [one] : [])).slice(0, FEW)) {
    const [id, known] = [idOf(entry) ?? '', memberOf(entry, label)];
    // A company may have a different object under the same identifier.
    const isRead = async (company: Company): Promise<boolean> => {
      const answer = await context.send(api.call(read, { company, id }));
      return isSuccess(answer) && (known === undefined || memberOf(objectOf(answer, label), label) === known);
    };
    const [isHome, isAway] = [await isRead(home), await isRead(away)];
    if (isHome === isAway) continue;
    const wrong = isHome ? away : home;
    // An object that was deleted meanwhile is no longer listed.
    const isListed = [...(await listed(wrong)).values()].some((other) => idOf(other) === id);
    context.judge(!isListed, {
      message: `${operation} in company ${wrong.id} must not show an object that only another company can read.`,
      expected: 'not listed',
      actual: writeJson(entry).slice(0, 500),
    });
  }
}

async function shownBy(context: CheckContext, call: Call): Promise<Shown> {
  const answer = await context.send(call);
  const entries = isSuccess(answer) ? (entriesOf(answer) ?? []) : [];
  return new Map(entries.filter((entry) => idOf(entry) !== undefined).map((entry) => [writeJson(entry), entry]));
}
