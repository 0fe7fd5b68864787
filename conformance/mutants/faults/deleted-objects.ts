import type { Resource } from '../../src/generated/resources.ts';
import type { NewFault } from '../mutant.ts';
import { bodyOf, entriesOf, isSuccess, withBody } from '../peer/message.ts';

/** A fault that leaves deleted objects of a resource in its list. */
export function deletedStaysListed({ list, create, delete: remove }: Resource['operations']): NewFault {
  return () => {
    const created = new Map<string, Record<string, unknown>>();
    const deleted = new Map<string, Record<string, unknown>>();
    return async (request, forward) => {
      const answer = await forward(request);
      const { operation, path } = request;
      if (!isSuccess(answer)) return answer;
      if (operation === create) created.set(`${path}/${bodyOf(answer).id}`, bodyOf(answer));
      if (operation === remove) deleted.set(path, created.get(path) ?? {});
      if (operation !== list) return answer;
      const left = [...deleted].flatMap(([own, object]) => (own.startsWith(`${path.split('?')[0]}/`) ? [object] : []));
      return withBody(answer, [...entriesOf(answer), ...left]);
    };
  };
}
