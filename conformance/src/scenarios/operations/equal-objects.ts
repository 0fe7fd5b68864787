import { type ResourceName, resources } from '../../generated/resources.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Company } from '../../model/target.ts';
import { unlessRefused } from '../unless-refused.ts';
import { createObject, draftOf } from './creation.ts';
import { additionsTo, manyBodies, waysOf } from './declared-members.ts';
import type { Draft, StoredObject } from './stored-object.ts';

/** An object with many members, and the plain draft behind it, which has only the necessary ones. */
export interface EqualObject extends StoredObject {
  readonly plain: Draft;
}

/** Two equal objects, with as many declared members as the target accepts together; undefined if it accepts no two equal ones. */
export async function equalObjects(
  context: CheckContext,
  name: ResourceName,
  company: Company,
): Promise<readonly [EqualObject, EqualObject] | undefined> {
  const resource = resources[name];
  const { create } = resource.operations;
  if (create === undefined) return undefined;
  const plain = await draftOf(context, name, company);
  for (const body of waysOf(plain.body, additionsTo(plain.body, manyBodies(create), resource))) {
    const given = { ...plain, body };
    const first = await unlessRefused(createObject(context, name, company, given));
    const second = first && (await unlessRefused(createObject(context, name, company, given)));
    if (first && second)
      return [
        { ...first, plain },
        { ...second, plain },
      ];
  }
  return undefined;
}
