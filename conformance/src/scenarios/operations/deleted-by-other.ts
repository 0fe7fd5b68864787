import { readList } from '../../api/listing.ts';
import { isServed } from '../../api/requests.ts';
import type { Resource } from '../../generated/resources.ts';
import { isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Answer, Call } from '../../model/exchange.ts';
import type { Company } from '../../model/target.ts';
import { asOtherUser } from '../as-other-user.ts';
import { canCreate } from './available-object.ts';
import { createObject } from './creation.ts';
import { change } from './operation-case.ts';
import { identifierIn, type StoredObject } from './stored-object.ts';

/**
 * Judges that an object that one user of a company deleted is gone for another user and from the list, even if both read it before
 * (COMP-08). Each user deletes an object, the first also one that was changed. Another object stays.
 */
export async function judgeDeletedByOther(context: CheckContext, resource: Resource, company: Company): Promise<void> {
  const { read, list, delete: remove } = resource.operations;
  if (!resource.company || read === undefined || list === undefined || remove === undefined || !canCreate(context, resource.name)) return;
  if (![read, list, remove].every((operation) => isServed(context, operation))) return;
  const asOther = await asOtherUser(context);
  if (asOther === undefined) return;
  const make = (): Promise<StoredObject> => createObject(context, resource.name, company);
  const [own, changed, others, kept] = [await make(), await make(), await make(), await make()];
  await change(context, changed);
  const api = await context.api();
  const call = (operation: typeof read, { id }: StoredObject): Call => api.call(operation, { company, id });
  const look = async (way: (call: Call) => Call, object: StoredObject): Promise<Answer> => await context.send(way(call(read, object)));
  const ways = [(plain: Call): Call => plain, asOther];
  const listed = async (way: (call: Call) => Call): Promise<readonly (string | undefined)[]> => {
    const listing = await readList(way(api.call(list, { company })), (page) => context.send(page));
    return listing?.entries.map((entry) => identifierIn(resource, entry)) ?? [];
  };
  for (const way of ways) {
    await listed(way);
    // The control: both see every object.
    for (const object of [own, changed, others, kept]) if (!isSuccess(await look(way, object))) return;
  }
  for (const object of [own, changed]) await context.prepare(call(remove, object));
  if (!isSuccess(await context.send(asOther(call(remove, others))))) return;
  for (const way of ways) {
    const ids = await listed(way);
    for (const { id, status } of await Promise.all(
      [own, changed, others].map(async (object) => ({ id: object.id, status: (await look(way, object)).status })),
    )) {
      context.judge(status === 404, {
        message: `${read} must answer 404 for a deleted object to every user, even if they read it before, and whoever deleted it.`,
        expected: '404',
        actual: String(status),
      });
      context.judge(!ids.includes(kept.id) || !ids.includes(id), {
        message: `${list} must not show what ${remove} deleted, whoever deleted it.`,
        expected: 'not listed',
        actual: 'listed',
      });
    }
  }
}
