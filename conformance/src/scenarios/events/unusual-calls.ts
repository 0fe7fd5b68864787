import { headerNames } from '../../api/header-names.ts';
import { createdId } from '../../api/identity.ts';
import { operations } from '../../generated/operations.ts';
import { isReplayed, isSuccess } from '../../http/answer.ts';
import { withoutHeader } from '../../http/call.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Answer, Call } from '../../model/exchange.ts';
import type { Webhook } from '../../model/webhook.ts';
import { isAboutId } from '../deliveries/about-object.ts';
import { ownObject } from '../operations/available-object.ts';
import type { OperationCase, Prepared } from '../operations/operation-case.ts';
import { wrongWays } from '../refusals/wrong-ways.ts';
import { type Cause, causeAt, resourceOf } from './cause.ts';

/** How many objects are created at once. */
const AT_ONCE = 3;

/** Calls an operation without an application id, also under a key whose earlier calls were refused, and creates several objects at once. */
export async function unusualCalls(context: CheckContext, one: OperationCase, observer: Webhook): Promise<readonly Cause[]> {
  const { operation, effect, staysForGood } = one;
  const { applicationId } = headerNames(context.target.service.headerWord);
  const caused: Cause[] = [];
  // Only executed calls count. Equal objects have the same name, so each is recognised by its id.
  const note = ({ object }: Prepared, answer: Answer | undefined, how: string): boolean => {
    if (answer === undefined || !isSuccess(answer)) return false;
    const id = object?.id ?? createdId(answer, resourceOf(one).setting);
    if (id !== undefined)
      caused.push(causeAt(context, observer, one, { how, executed: 1 }, (evento) => isAboutId(context, resourceOf(one), id, evento)));
    return true;
  };
  const how = 'even without an application id';
  const mended = operations[operation].acceptsKey ? await freshCall(context, one, context.freshKey()) : undefined;
  const answer = mended && (await mend(context, one, withoutHeader(mended.call, applicationId)));
  if (!mended || !note(mended, answer, `${how} and under a key whose earlier calls were refused`)) {
    const plain = await freshCall(context, one);
    note(plain, await context.send(withoutHeader(plain.call, applicationId)), how);
  }
  if (effect.kind !== 'create' || staysForGood) return caused;
  const creations: Prepared[] = [];
  for (let count = 0; count < AT_ONCE; count += 1) creations.push(await one.prepare());
  const answers = await Promise.all(creations.map(({ call }) => context.send(call)));
  for (const [index, creation] of creations.entries()) note(creation, answers[index], 'for each object that is created at the same time');
  const [first] = creations;
  const equal = first && (await context.send(first.call));
  // If the target accepts a second equal object, it is an object of its own.
  const idOf = (created: Answer): string | undefined => createdId(created, resourceOf(one).setting);
  if (first && equal && answers.every((created) => idOf(created) !== idOf(equal))) note(first, equal, 'for an object that equals another');
  return caused;
}

/**
 * Sends a call under its key in ways that must be refused, then correctly. Answers the last answer, if the wrong calls were refused and the
 * last one was executed; otherwise undefined, since the source does not say whether a key keeps a refusal.
 */
async function mend(context: CheckContext, one: OperationCase, call: Call): Promise<Answer | undefined> {
  let isRefused = true;
  for (const wrong of wrongWays(context, one, call)) isRefused = !isSuccess(await context.send(wrong)) && isRefused;
  const answer = await context.send(call);
  return isRefused && isSuccess(answer) && !isReplayed(answer) ? answer : undefined;
}

/** A call on an object of its own, because other checks may act on a shared one. */
export async function freshCall(
  context: CheckContext,
  { effect, company, prepare, callFor }: OperationCase,
  key?: string,
): Promise<Prepared> {
  if (effect.kind === 'create') return await prepare(key);
  const object = await ownObject(context, effect.of ?? effect.resource, company);
  if (effect.after !== undefined) await context.prepare((await context.api()).call(effect.after, { company, id: object.id }));
  return await callFor(object, key);
}
