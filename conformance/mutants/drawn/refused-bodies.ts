import { effects, resources } from '../../src/generated/resources.ts';
import { isMismatch } from '../faults/mismatches.ts';
import { bodyOf, entriesOf, isSuccess, withBody } from '../peer/message.ts';
import type { Template } from './template.ts';

/** Faults in what remains of a body that was refused because its key was used. */
export const refusedBodies: readonly Template[] = [
  {
    rule: 'IDEM-07',
    name: 'a-refused-body-is-listed',
    applies: ({ id, acceptsKey }) => acceptsKey && effects[id]?.kind === 'update',
    fault: (operation) => () => {
      const { operations: own, label = '' } = resources[effects[operation]?.resource ?? 'Anagrafica'];
      const shown = label.charAt(0).toLowerCase() + label.slice(1);
      const refused = new Map<string, unknown>();
      return async (request, forward) => {
        const answer = await forward(request);
        const id = request.path.split('/').at(-1) ?? '';
        if (request.operation === operation && isMismatch(answer)) refused.set(id, bodyOf(request)[label]);
        if (request.operation === operation && isSuccess(answer)) refused.delete(id);
        if (request.operation !== own.list || !isSuccess(answer)) return answer;
        const named = entriesOf(answer).map((entry) => {
          const name = refused.get(String(entry.id));
          return typeof name === 'string' ? { ...entry, [shown]: name } : entry;
        });
        return withBody(answer, named);
      };
    },
  },
];
