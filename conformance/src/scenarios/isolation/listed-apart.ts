import { idOf, objectOf } from '../../api/identity.ts';
import { entriesOf } from '../../api/listing.ts';
import { isServed } from '../../api/requests.ts';
import { type OperationId, operations } from '../../generated/operations.ts';
import { type Resource, resources } from '../../generated/resources.ts';
import { isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { type JsonObject, memberOf, writeJson } from '../../model/json.ts';
import type { Company } from '../../model/target.ts';

/** How many equal entries of two lists are examined. There may be some by chance, if each company numbers its own objects. */
const FEW = 3;

/**
 * Judges the lists of two companies without a query, where the oldest objects come first and not those that a rule creates (COMP-03). An
 * entry that both lists show, but only one company can read, is in a wrong list.
 */
export async function judgeListedApart(context: CheckContext, home: Company, away: Company): Promise<void> {
  for (const resource of Object.values(resources)) {
    const { list, read } = resource.operations;
    if (list === undefined || read === undefined || !operations[list].company) continue;
    if (!isServed(context, list) || !isServed(context, read)) continue;
    const shown = await shownIn(context, list, home);
    const alike = (await shownIn(context, list, away)).filter((entry) => shown.some((other) => writeJson(other) === writeJson(entry)));
    for (const entry of alike.slice(0, FEW)) await judgeEntry(context, { resource, list, read, entry, companies: [home, away] });
  }
}

interface Alike {
  readonly resource: Resource;
  readonly list: OperationId;
  readonly read: OperationId;
  readonly entry: JsonObject;
  readonly companies: readonly Company[];
}

async function judgeEntry(context: CheckContext, alike: Alike): Promise<void> {
  const { list, entry, companies } = alike;
  const owners: Company[] = [];
  for (const company of companies) if (await isAnswered(context, alike, company)) owners.push(company);
  for (const company of owners.length === 0 ? [] : companies.filter((one) => !owners.includes(one))) {
    // An object that was deleted meanwhile is no longer listed.
    const isListed = (await shownIn(context, list, company)).some((other) => idOf(other) === idOf(entry));
    context.judge(!isListed, {
      message: `${list} in company ${company.id} must not show an object that only another company can read.`,
      expected: 'not listed',
      actual: writeJson(entry).slice(0, 500),
    });
  }
}

/** Whether a company can read the object of an entry. It may have a different object under the same identifier. */
async function isAnswered(context: CheckContext, { resource, read, entry }: Alike, company: Company): Promise<boolean> {
  const answer = await context.send((await context.api()).call(read, { company, id: idOf(entry) ?? '' }));
  if (!isSuccess(answer)) return false;
  const { label } = resource;
  const [known, shown] = label === undefined ? [] : [memberOf(entry, label), memberOf(objectOf(answer, label), label)];
  return known === undefined || shown === known;
}

async function shownIn(context: CheckContext, list: OperationId, company: Company): Promise<readonly JsonObject[]> {
  const answer = await context.send((await context.api()).call(list, { company }));
  return isSuccess(answer) ? (entriesOf(answer) ?? []).filter((entry) => idOf(entry) !== undefined) : [];
}
