import { idOf, objectOf } from '../../api/identity.ts';
import { entriesOf } from '../../api/listing.ts';
import { isServed } from '../../api/requests.ts';
import { type OperationId, operations } from '../../generated/operations.ts';
import { type Resource, resources } from '../../generated/resources.ts';
import { isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { type JsonObject, memberOf, writeJson } from '../../model/json.ts';
import type { Company } from '../../model/target.ts';

/** Entries that are looked into, of those that two lists show alike: by chance there may be some, where each company numbers its own. */
const FEW = 3;

/**
 * Judges the lists of two companies as they are asked for without a query, where the oldest objects stand and not those that a rule creates
 * (COMP-03): an entry that both show, and that only one company answers, is listed where it is not.
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
    // What was deleted meanwhile is not listed any more.
    const isListed = (await shownIn(context, list, company)).some((other) => idOf(other) === idOf(entry));
    context.judge(!isListed, {
      message: `${list} in company ${company.id} must not show an object that only another company answers.`,
      expected: 'not listed',
      actual: writeJson(entry).slice(0, 500),
    });
  }
}

/** Whether a company answers the object of an entry: under its identifier it may have another one. */
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
