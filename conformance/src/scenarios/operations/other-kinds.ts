import { readList } from '../../api/listing.ts';
import { isServed } from '../../api/requests.ts';
import { effects, resources } from '../../generated/resources.ts';
import { isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Company } from '../../model/target.ts';
import { oncePerRunFor } from '../once-per-run.ts';
import { canCreate, createShownObject } from './available-object.ts';
import { boundOperations, type OperationCase } from './operation-case.ts';
import { type Difference, identifierIn, remembered, type StoredObject } from './stored-object.ts';

/**
 * Judges that the identifier of an object is unknown in the paths of other resources (COMP-08), by every operation that the rule binds.
 * Each resource may number its own objects, so an identifier counts as unknown if a GET finds nothing before and after.
 */
export async function judgeOtherKinds(context: CheckContext): Promise<void> {
  const objects = await objectsIn(context, context.target.companies[0]);
  for (const object of objects) {
    const others = objects.filter((one) => one !== object);
    await judgeTaken(context, object, others, `an object of another kind (${object.resource.name})`);
  }
}

/** Judges that the identifier of one company's object is unknown in another (COMP-08), unless that has an object of its own under it. */
export async function judgeOtherCompanies(context: CheckContext): Promise<void> {
  const [company, other] = context.target.companies;
  if (other === undefined) return;
  const own = await objectsIn(context, company);
  for (const object of await objectsIn(context, other)) {
    const alike = own.filter(({ resource }) => resource === object.resource);
    await judgeTaken(context, object, alike, `an object of another company (${object.resource.name})`);
  }
}

/** One of each resource. Once for each company, since nothing may change them. */
const objectsIn = oncePerRunFor<Company, readonly StoredObject[]>(
  ({ id }) => id,
  async (context, company) => {
    const objects: StoredObject[] = [];
    for (const { name, operations: own, company: isOfCompany } of Object.values(resources))
      if (isOfCompany && own.read !== undefined && isServed(context, own.read) && canCreate(context, name))
        objects.push(await createShownObject(context, name, company));
    return objects;
  },
);

/** Calls the operations on other objects with the identifier of this object. */
async function judgeTaken(context: CheckContext, object: StoredObject, others: readonly StoredObject[], what: string): Promise<void> {
  const difference = await remembered(context, object);
  if (difference === undefined) return;
  for (const other of others) {
    const bound = boundOperations(context, other.company);
    const own = bound.filter(({ effect: { resource, of = resource } }) => of === other.resource.name);
    await judgeAs(context, { difference, as: { ...other, id: object.id }, own, what });
  }
}

/** An object that can be read under the identifier must be in the list of its kind. Others may create and delete one meanwhile. */
async function judgeListed(context: CheckContext, { as, what }: Misnamed, isThere: () => Promise<boolean>): Promise<void> {
  const { read, list } = as.resource.operations;
  if (read === undefined || list === undefined || !isServed(context, list)) return;
  const listing = await readList((await context.api()).call(list, { company: as.company }), (page) => context.send(page));
  const ids = listing?.entries.map((entry) => identifierIn(as.resource, entry)) ?? [];
  if (!listing?.complete || ids.includes(undefined) || ids.includes(as.id) || !(await isThere())) return;
  context.judge(false, {
    message: `${read} with the identifier of ${what} must answer 404.`,
    expected: `404, since ${list} shows no such object`,
    actual: '2xx',
  });
}

interface Misnamed {
  /** What has changed of the object that has the identifier. */
  readonly difference: Difference;
  /** An object of the other resource, for a valid body. */
  readonly as: StoredObject;
  readonly own: readonly OperationCase[];
  /** Whose identifier it is. */
  readonly what: string;
}

async function judgeAs(context: CheckContext, misnamed: Misnamed): Promise<void> {
  const { difference, as, own, what } = misnamed;
  const { read } = as.resource.operations;
  const isThere = async (): Promise<boolean> =>
    read === undefined || isSuccess(await context.send((await context.api()).call(read, { company: as.company, id: as.id })));
  if (await isThere()) return await judgeListed(context, misnamed, isThere);
  const answers: { readonly operation: string; readonly status: number }[] = [];
  // Deletions come last, because nothing could be done with the object after them.
  const isDeletion = ({ operation }: OperationCase): boolean => effects[operation]?.kind === 'delete';
  for (const one of own.toSorted((first, second) => Number(isDeletion(first)) - Number(isDeletion(second)))) {
    const { status } = await context.sendJudged((await one.callFor(as)).call, '404');
    answers.push({ operation: one.operation, status });
  }
  if (await isThere()) return;
  for (const { operation, status } of answers) {
    context.judge(status === 404, {
      message: `${operation} with the identifier of ${what} must answer 404.`,
      expected: '404',
      actual: String(status),
    });
  }
  const changed = await difference();
  context.judge(changed === undefined, {
    message: `The identifier of ${what} in paths of ${as.resource.name} in company ${as.company.id} must change nothing.`,
    expected: 'the object as it was',
    actual: changed ?? '',
  });
}
