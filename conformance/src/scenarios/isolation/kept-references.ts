import { isServed } from '../../api/requests.ts';
import { effects, type Resource, resources } from '../../generated/resources.ts';
import { isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Answer } from '../../model/exchange.ts';
import { isObject, type Json } from '../../model/json.ts';
import type { Company } from '../../model/target.ts';
import { canCreate } from '../operations/available-object.ts';
import { ownDraftOf } from '../operations/creation.ts';
import { boundOperations } from '../operations/operation-case.ts';
import type { StoredObject } from '../operations/stored-object.ts';
import { strangerOf } from './foreign-objects.ts';

/** Judges that a call that is refused to another company keeps an object's references: their objects still cannot be deleted (COMP-03). */
export async function judgeKeptReferences(context: CheckContext, home: Company, away: Company): Promise<void> {
  for (const resource of Object.values(resources).filter((one) => one.company && one.references.length > 0 && canCreate(context, one.name)))
    await context.part(`references of ${resource.name}`, () => judgeResource(context, resource, home, away));
}

async function judgeResource(context: CheckContext, resource: Resource, home: Company, away: Company): Promise<void> {
  const object = await strangerOf(context, resource.name, home, away, () => ownDraftOf(context, resource.name, home));
  if (object === undefined) return;
  const api = await context.api();
  const held: { readonly of: string; readonly remove: () => Promise<Answer> }[] = [];
  for (const { path, resource: named } of resource.references) {
    const { delete: deletion } = resources[named].operations;
    const id = identifierAt(object, path);
    if (deletion === undefined || id === undefined || !isServed(context, deletion)) continue;
    const remove = (): Promise<Answer> => context.send(api.call(deletion, { company: home, id }));
    // The control: a referenced object cannot be deleted.
    if (!isSuccess(await remove())) held.push({ of: `${deletion} of an object that ${resource.name} refers to`, remove });
  }
  if (held.length === 0) return;
  const operations = boundOperations(context, away).filter(({ effect: { kind, resource: acted, of = acted } }) => {
    return of === resource.name && kind !== 'create' && kind !== 'list';
  });
  for (const one of operations) {
    if (isSuccess(await context.send((await one.callFor(object)).call))) return;
    if (effects[one.operation]?.kind === 'read') continue;
    for (const { of, remove } of held) {
      const answer = await remove();
      context.judge(!isSuccess(answer), {
        message: `${one.operation} through company ${away.id} must keep the references of an object of company ${home.id}.`,
        expected: `a refusal of ${of}, as before`,
        actual: String(answer.status),
      });
    }
  }
}

/** The identifier at this path of the object's body, in the first entry of a list. */
function identifierAt({ draft }: StoredObject, path: readonly string[]): string | undefined {
  let value: Json | undefined = draft?.body;
  for (const step of path) {
    if (step === '*') value = Array.isArray(value) ? value[0] : undefined;
    else value = isObject(value) ? value[step] : undefined;
  }
  return value === undefined || value === null ? undefined : String(value);
}
