import { objectOf } from '../../api/identity.ts';
import { isServed } from '../../api/requests.ts';
import { type ResourceName, resources } from '../../generated/resources.ts';
import { isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { type Json, memberOf } from '../../model/json.ts';
import { Skip } from '../../model/verdict.ts';
import { createObject } from '../operations/creation.ts';
import { markedMember } from '../operations/marked-member.ts';
import { tokenOf } from '../operations/operation-case.ts';
import { shownNow } from '../operations/stored-object.ts';
import type { Guarded, GuardedKind } from './guarded-state.ts';
import { needed, type State, stateOf } from './guarded-state.ts';

/** An object of a resource that a ConcurrencyToken guards. @throws Inconclusive if it shows none */
export function guardedObject(name: ResourceName): GuardedKind {
  return (context) => objectOfKind(context, name);
}

async function objectOfKind(context: CheckContext, name: ResourceName): Promise<Guarded> {
  const resource = resources[name];
  const { update, read } = resource.operations;
  const company = context.target.companies[0];
  if (update === undefined) throw new Skip(`no operation changes objects of ${name}`);
  const object = await createObject(context, name, company);
  const { draft } = object;
  const marked = await markedMember(context, object);
  if (draft === undefined || marked === undefined) throw new Skip(`objects of ${name} have nothing that a PUT could change`);
  const token = tokenOf(object) ?? tokenOf({ resource, shown: await shownNow(context, object) });
  const members = Object.keys(draft.body).filter((member) => member !== resource.token);
  const state = (shown: Json | undefined): State | undefined => {
    const mark = marked.markOf(memberOf(shown, marked.name));
    return mark === undefined ? undefined : stateOf(shown, mark, members);
  };
  return {
    kind: name,
    created: { mark: marked.created, token: needed(token) },
    put: async (to, current, key) => {
      const isGiven = current !== undefined;
      const changed = {
        ...draft.body,
        [marked.name]: marked.valueOf(to),
        ...(isGiven && resource.token !== undefined && { [resource.token]: current }),
      };
      return (await context.api()).call(update, { company, id: object.id, body: changed, ...(key !== undefined && { key }) });
    },
    look: async () => (read !== undefined && isServed(context, read) ? state(await shownNow(context, object)) : undefined),
    told: (updated) => (isSuccess(updated) ? state(objectOf(updated, marked.name)) : undefined),
  };
}
