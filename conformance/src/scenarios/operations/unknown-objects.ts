import { readList } from '../../api/listing.ts';
import { servedOf } from '../../api/requests.ts';
import { resources } from '../../generated/resources.ts';
import { isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Answer, Call } from '../../model/exchange.ts';
import type { Company } from '../../model/target.ts';
import { asOtherUser } from '../as-other-user.ts';
import { canCreate, createShownObject } from './available-object.ts';
import { boundOperations } from './operation-case.ts';
import { callOn, identifierIn, remembered, type Thing } from './thing.ts';

/** An identifier that a caller must not know, and the object that has it. */
interface Unknown {
  readonly object: Thing;
  /** What the caller takes it for: it has the identifier, and a body that is right. */
  readonly as: Thing;
  readonly what: string;
  /** How the other user sends calls, if that is the caller. */
  readonly asOther?: (call: Call) => Call;
}

/**
 * Judges that the identifier of an object is unknown in the paths of other resources, in another company, and to another user who cannot
 * read it (COMP-08), by every operation that the rule binds.
 */
export async function judgeUnknownObjects(context: CheckContext): Promise<void> {
  const [company, other] = context.target.companies;
  const own = await objectsIn(context, company);
  for (const object of own) {
    const what = `an object of another kind (${object.resource.name})`;
    for (const as of own) if (as !== object) await judgeUnknown(context, { object, as: { ...as, id: object.id }, what });
  }
  for (const object of other === undefined ? [] : await objectsIn(context, other)) {
    const what = `an object of another company (${object.resource.name})`;
    for (const as of own) if (as.resource === object.resource) await judgeUnknown(context, { object, as: { ...as, id: object.id }, what });
  }
  const asOther = await asOtherUser(context);
  if (asOther === undefined) return;
  const what = 'an object that the user cannot read';
  for (const object of own) await judgeUnknown(context, { object, as: object, what, asOther });
  await context.part('a webhook that another user cannot read', async () => {
    const webhook = await createShownObject(context, 'webhook', company);
    await judgeUnknown(context, { object: webhook, as: webhook, what, asOther });
  });
}

/** One of each resource of a company. */
async function objectsIn(context: CheckContext, company: Company): Promise<readonly Thing[]> {
  const objects: Thing[] = [];
  for (const resource of Object.values(resources))
    if (resource.company && servedOf(context, resource).read !== undefined && canCreate(context, resource.name))
      objects.push(await createShownObject(context, resource.name, company));
  return objects;
}

async function judgeUnknown(context: CheckContext, unknown: Unknown): Promise<void> {
  const { object, as, what, asOther = (call) => call } = unknown;
  const { read } = servedOf(context, as.resource);
  const difference = await remembered(context, object);
  if (read === undefined || difference === undefined) return;
  const looked = async (): Promise<Answer> => await context.send(asOther(await callOn(context, read, as)));
  // Each resource and each company may number its own objects, and another user may have access.
  const before = await looked();
  if (isSuccess(before)) return await judgeListed(context, unknown, looked);
  if (unknown.asOther !== undefined && before.status !== 404) return;
  const bound = boundOperations(context, as.company).filter(({ effect }) => (effect.of ?? effect.resource) === as.resource.name);
  // Deletions come last, because nothing could be done with the object after them.
  const ordered = bound.toSorted((one, other) => Number(one.effect.kind === 'delete') - Number(other.effect.kind === 'delete'));
  const answers: { readonly operation: string; readonly status: number }[] = [];
  for (const { operation, callFor } of ordered)
    answers.push({ operation, status: (await context.sendJudged(asOther((await callFor(as)).call), '404')).status });
  if (isSuccess(await looked())) return;
  for (const { operation, status } of answers) {
    context.judge(status === 404 || (unknown.asOther !== undefined && status > 299), {
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

/** An object that can be read under the identifier must be in the list of its kind. Others may create and delete one meanwhile. */
async function judgeListed(context: CheckContext, { as, what, asOther }: Unknown, looked: () => Promise<Answer>): Promise<void> {
  const { read, list } = servedOf(context, as.resource);
  if (list === undefined || asOther !== undefined) return;
  const listing = await readList((await context.api()).call(list, { company: as.company }), (page) => context.send(page));
  const ids = listing?.entries.map((entry) => identifierIn(as.resource, entry)) ?? [];
  if (!listing?.complete || ids.includes(undefined) || ids.includes(as.id) || !isSuccess(await looked())) return;
  context.judge(false, {
    message: `${read} with the identifier of ${what} must answer 404.`,
    expected: `404, since ${list} shows no such object`,
    actual: '2xx',
  });
}
