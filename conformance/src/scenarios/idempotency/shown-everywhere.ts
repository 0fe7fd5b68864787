import { resources } from '../../generated/resources.ts';
import { isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Call } from '../../model/exchange.ts';
import { operationCases } from '../operations/operation-case.ts';
import { readsOf } from '../operations/reads-of.ts';
import type { StoredObject } from '../operations/stored-object.ts';
import { sameAnswer } from './keyed-case.ts';

/** Tells which GET shows an object in another way by now; undefined if each shows it as it was. */
export type Changes = () => Promise<string | undefined>;

/** Remembers what each GET of an object shows: what differs between two GETs of an object that nobody changes says nothing. */
export async function everywhere(context: CheckContext, object: StoredObject): Promise<Changes> {
  const own = readsOf(object);
  const cases = operationCases(context, object.company).filter(({ operation }) => own.includes(operation));
  const known: { readonly call: Call; readonly what: string; readonly before: Awaited<ReturnType<CheckContext['send']>> }[] = [];
  for (const one of resources[object.resource.name].operations.create === undefined ? [] : cases) {
    const { call } = await one.callFor(object);
    const before = await context.send(call);
    if (isSuccess(before) && sameAnswer(before, await context.send(call))) known.push({ call, what: one.operation, before });
  }
  return async () => {
    for (const { call, what, before } of known) if (!sameAnswer(before, await context.send(call))) return what;
    return undefined;
  };
}
