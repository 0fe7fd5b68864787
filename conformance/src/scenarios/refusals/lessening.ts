import { resources } from '../../generated/resources.ts';
import { isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Call } from '../../model/exchange.ts';
import type { JsonObject } from '../../model/json.ts';
import { ownObject } from '../operations/available-object.ts';
import { type Addition, additionsTo, manyBodies, withAdditions } from '../operations/declared-members.ts';
import { boundOperations, changeOf, type OperationCase } from '../operations/operation-case.ts';
import { shownNow } from '../operations/stored-object.ts';
import { unlessAbsent } from '../unless-absent.ts';
import type { TriedCall } from './tried-call.ts';

/**
 * PUTs that send null for an optional member, and PUTs that leave out optional members that the object has: all of them, or one by one if
 * the target does not accept them together. Send each call before asking for the next. None below the standard budget.
 */
export async function* lesseningCalls(context: CheckContext): AsyncGenerator<TriedCall> {
  for await (const { operation, put, all } of putsOfEach(context)) {
    for (const { path } of all) yield { operation, what: `null for ${path.join('.')}`, call: await put.call([{ path, value: null }]) };
    for (const some of [all, ...all.map((addition) => [addition])]) {
      if (some.length === 0 || !isSuccess(await context.send(await put.call(some)))) continue;
      yield {
        operation,
        what: `a body that drops ${some.map(({ path }) => path.join('.')).join(', ')}`,
        call: await put.call([]),
      };
      if (some === all) break;
    }
  }
}

/** PUTs of one object. */
interface Puts {
  /** What every PUT sends. */
  readonly body: JsonObject;
  /** A PUT of the object as it is now. */
  readonly call: (additions: readonly Addition[]) => Promise<Call>;
}

/** PUTs of each operation, on an object created for them, with the optional members that they may add. None below the standard budget. */
export async function* putsOfEach(
  context: CheckContext,
): AsyncGenerator<{ readonly put: Puts; readonly all: readonly Addition[]; readonly operation: OperationCase['operation'] }> {
  for (const one of context.isQuick ? [] : boundOperations(context)) {
    if (one.effect.kind !== 'update') continue;
    const put = await unlessAbsent(context, `${one.operation} of an object with all members`, () => puts(context, one));
    if (put === undefined) continue;
    yield { operation: one.operation, put, all: additionsTo(put.body, manyBodies(one.operation), resources[one.effect.resource]) };
  }
}

async function puts(context: CheckContext, { operation, effect, company }: OperationCase): Promise<Puts> {
  const object = await ownObject(context, effect.resource, company);
  const present = async (): Promise<JsonObject> => (await changeOf(context, { ...object, shown: await shownNow(context, object) })).body;
  const call = async (additions: readonly Addition[]): Promise<Call> =>
    (await context.api()).call(operation, { company, id: object.id, body: withAdditions(await present(), additions) });
  return { body: await present(), call };
}
