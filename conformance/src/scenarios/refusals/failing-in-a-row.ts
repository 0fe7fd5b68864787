import { entriesOf } from '../../api/listing.ts';
import { limited } from '../../api/paging.ts';
import { effects, resources } from '../../generated/resources.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Call } from '../../model/exchange.ts';
import { identifierIn } from '../operations/stored-object.ts';
import { absentIdLike, withSubject } from '../values/spoiled-calls.ts';
import { type PreparedOperation, prepared, preparedOperations } from './prepared-operation.ts';

/** A request for something absent, to be sent several times. */
export interface Repeated {
  readonly operation: string;
  readonly what: string;
  readonly call: Call;
  readonly times: number;
}

/** More requests for a list, or an object, than a target is likely to handle at a time: each may use up a connection for good. */
const LIST_TIMES = 7;
const OBJECT_TIMES = 3;

/**
 * For every list, a page after an absent entry, and for every operation on an object, an absent one. The requests are well formed, so the
 * target looks for it and may not give back what it used for that. None at a quick budget.
 */
export async function failingInARow(context: CheckContext): Promise<readonly Repeated[]> {
  const repeated: Repeated[] = [];
  for (const candidate of context.isQuick ? [] : preparedOperations(context, context.target.companies[0])) {
    const usual = await prepared(candidate.prepareRefused);
    const failing = usual && (await failingCall(context, candidate, usual));
    if (failing !== undefined) repeated.push({ operation: candidate.operation, ...failing });
  }
  return repeated;
}

async function failingCall(
  context: CheckContext,
  { operation }: PreparedOperation,
  usual: Call,
): Promise<Omit<Repeated, 'operation'> | undefined> {
  const { kind, resource } = effects[operation] ?? {};
  if (usual.subject !== undefined)
    return {
      what: 'an object that does not exist',
      call: withSubject(usual, usual.subject, absentIdLike(usual.subject)),
      times: OBJECT_TIMES,
    };
  if (kind !== 'list' || resource === undefined) return undefined;
  const page = limited(usual, 1);
  const [entry] = entriesOf(await context.send(page)) ?? [];
  const after = absentIdLike((entry && identifierIn(resources[resource], entry)) ?? '1');
  return { what: 'a page after an entry that does not exist', call: { ...page, url: `${page.url}&after=${after}` }, times: LIST_TIMES };
}
