import { type Resource, type ResourceName, resources } from '../../generated/resources.ts';
import { isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Call } from '../../model/exchange.ts';
import { identifier } from '../../model/json.ts';
import type { Company } from '../../model/target.ts';
import { canCreate } from '../operations/available-object.ts';
import { createObject } from '../operations/creation.ts';
import { boundOperations, type OperationCase } from '../operations/operation-case.ts';
import { withReference } from '../operations/references.ts';
import { namedStranger } from './foreign-objects.ts';

/** No target has an object with this id. */
const ABSENT = '1999999973';

interface Reference {
  readonly path: readonly string[];
  readonly resource: ResourceName;
}

/**
 * Judges that a body of one company cannot refer to an object of another. A target that refuses references to nothing must refuse this too,
 * since the database of the company has nothing under the identifier.
 */
export async function judgeForeignReferences(context: CheckContext, home: Company, away: Company): Promise<void> {
  const writing = boundOperations(context, away).filter(({ effect }) => effect.kind === 'create' || effect.kind === 'update');
  const references = writing.flatMap((one) =>
    companyReferences(context, resources[one.effect.resource]).map((reference) => ({ one, reference })),
  );
  for (const { one, reference } of context.some(references)) {
    const what = `${one.operation} with ${reference.path.join('.')} of company ${home.id}`;
    await context.part(what, () => judgeReference(context, one, reference, { home, away }));
  }
}

function companyReferences(context: CheckContext, { references }: Resource): readonly Reference[] {
  return references.filter(({ resource }) => resources[resource].company && canCreate(context, resource));
}

async function judgeReference(
  context: CheckContext,
  one: OperationCase,
  { path, resource }: Reference,
  { home, away }: { readonly home: Company; readonly away: Company },
): Promise<void> {
  const stranger = await namedStranger(context, { name: resource, home, away });
  if (stranger === undefined) return;
  const own = await createObject(context, resource, away);
  const { call } = await one.prepare();
  const referring = (id: string): Call | undefined => withReference(call, path, identifier(id));
  const [absent, foreign, rightful] = [referring(ABSENT), referring(stranger.id), referring(own.id)];
  if (absent === undefined || foreign === undefined || rightful === undefined) return;
  if (isSuccess(await context.send(absent))) return;
  const answer = await context.sendJudged(foreign, 'a refusal');
  // The control: the same call with an object of the company is accepted. An accepted change has used up the token, so it is built again.
  const control = isSuccess(answer) ? await again(one, path, own.id) : rightful;
  if (!isSuccess(await context.send(control))) return;
  context.judge(!isSuccess(answer), {
    message: `${one.operation} of company ${away.id} must not accept an object of company ${home.id} as ${path.join('.')}.`,
    expected: 'a refusal, as for an object that does not exist',
    actual: String(answer.status),
  });
}

async function again(one: OperationCase, path: readonly string[], id: string): Promise<Call> {
  const { call } = await one.prepare();
  return withReference(call, path, identifier(id)) ?? call;
}
