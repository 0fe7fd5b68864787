import { type ResourceName, resources } from '../../generated/resources.ts';
import { isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { identifier, type JsonObject } from '../../model/json.ts';
import { canCreate } from '../operations/available-object.ts';
import { createObject, draftOf, ownDraftOf } from '../operations/creation.ts';
import { boundOperations, type OperationCase } from '../operations/operation-case.ts';
import { withReference } from '../operations/references.ts';
import { createdObject, type StoredObject } from '../operations/stored-object.ts';
import { buyerBody } from '../resources/documents.ts';
import { unlessRefused } from '../unless-refused.ts';
import type { TriedCall } from './tried-call.ts';

/**
 * Acts on an object that names another one, which lacks an optional member that the act may need. Send each call before asking for the
 * next, since some acts come after others. None below the standard budget.
 */
export async function* actsOnBareReferences(context: CheckContext): AsyncGenerator<TriedCall> {
  const cases = context.isQuick ? [] : boundOperations(context);
  for (const create of cases.filter(({ effect }) => effect.kind === 'create')) {
    const { name, references } = resources[create.effect.resource];
    const acts = cases.filter(({ effect }) => effect.kind === 'act' && (effect.of ?? effect.resource) === name);
    const inOrder = acts.toSorted((one, other) => Number(one.effect.after !== undefined) - Number(other.effect.after !== undefined));
    for (const { path, resource } of acts.length === 0 ? [] : references) {
      for (const { object, lacks } of await bareObjects(context, create, resource)) {
        const naming = await namingObject(context, create, path, object);
        if (naming === undefined) continue;
        const what = `an object whose ${resource} lacks ${lacks}`;
        for (const one of inOrder) yield { operation: one.operation, what, call: (await one.callFor(naming)).call };
      }
    }
  }
}

interface Bare {
  readonly object: StoredObject;
  /** The optional member that it was created without. */
  readonly lacks: string;
}

/** One object for each optional member, created without it, as far as the target accepts that. */
async function bareObjects(context: CheckContext, { company }: OperationCase, name: ResourceName): Promise<readonly Bare[]> {
  const { label } = resources[name];
  const bare: Bare[] = [];
  if (!canCreate(context, name)) return bare;
  // A contact gets everything that an invoice says of its buyer.
  const make = async (): Promise<JsonObject> =>
    name === 'Anagrafica' ? buyerBody(context) : (await ownDraftOf(context, name, company)).body;
  for (const lacks of Object.keys(await make()).filter((member) => member !== label)) {
    const { [lacks]: _lacking, ...body } = await make();
    const object = await unlessRefused(createObject(context, name, company, { body, label: undefined }));
    if (object !== undefined) bare.push({ object, lacks });
  }
  return bare;
}

/** An object that names another one at the path. Undefined if the target does not accept it. */
async function namingObject(
  context: CheckContext,
  { operation, effect, company }: OperationCase,
  path: readonly string[],
  named: StoredObject,
): Promise<StoredObject | undefined> {
  const draft = await draftOf(context, effect.resource, company);
  const usual = (await context.api()).call(operation, { company, body: draft.body });
  const call = withReference(usual, path, identifier(named.id));
  const answer = call && (await context.send(call));
  return answer && isSuccess(answer) ? createdObject(effect.resource, company, draft, answer) : undefined;
}
