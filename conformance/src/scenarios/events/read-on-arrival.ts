import { typeFiredBy } from '../../api/event-names.ts';
import { idOf } from '../../api/identity.ts';
import { isServed } from '../../api/requests.ts';
import { resources } from '../../generated/resources.ts';
import { isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Answer } from '../../model/exchange.ts';
import type { Attempt } from '../../model/webhook.ts';
import { eventoOf } from '../../receiver/attempt.ts';
import { whileArriving } from '../../wait/arrives.ts';
import { createObject } from '../operations/creation.ts';
import { type OperationCase, operationCases } from '../operations/operation-case.ts';
import { shownNow } from '../operations/stored-object.ts';
import { createWebhook } from '../webhooks/create-webhook.ts';
import { withdraw } from '../webhooks/registration.ts';

/** A GET of a new object, sent the moment its event arrived. */
export interface ReadOnArrival {
  readonly type: string;
  readonly attempt: Attempt;
  readonly answer: Answer;
}

/** How many objects of a resource are created: one lost race says nothing. */
const TIMES = 3;

/**
 * Creates objects, and reads each the moment its event arrives, as many receivers do. All of them were readable as soon as their creation was
 * answered; where one was not, the target is eventually consistent, and nothing is said of that resource. None at the quick budget.
 */
export async function readsOnArrival(context: CheckContext): Promise<readonly ReadOnArrival[]> {
  const creations = context.isQuick
    ? []
    : operationCases(context, context.target.companies[0]).filter(({ effect }) => effect.kind === 'create');
  const reads: ReadOnArrival[] = [];
  for (const one of creations)
    reads.push(...((await context.part(`${one.operation}, read as its event arrives`, () => readNew(context, one))) ?? []));
  return reads;
}

async function readNew(context: CheckContext, { operation, effect, company }: OperationCase): Promise<readonly ReadOnArrival[]> {
  const type = typeFiredBy(operation, context.target);
  const { read } = resources[effect.resource].operations;
  if (type === undefined || read === undefined || !isServed(context, read)) return [];
  const api = await context.api();
  const answers = new Map<string, { readonly attempt: Attempt; readonly answer: Promise<Answer | undefined> }>();
  const script = (_index: number, attempt: Attempt): { readonly status: number } => {
    const evento = eventoOf(attempt);
    const id = evento?.type === type ? idOf(evento.object, resources[effect.resource].setting) : undefined;
    // The delivery is confirmed at once: a target may deliver before it goes on.
    if (id !== undefined && !answers.has(id)) answers.set(id, { attempt, answer: context.sendOrLose(api.call(read, { company, id })) });
    return { status: 204 };
  };
  const webhook = await createWebhook(context, company, [type], { script });
  const created: string[] = [];
  let isReadable = true;
  for (let time = 0; time < TIMES && isReadable; time += 1) {
    const object = await createObject(context, effect.resource, company);
    isReadable = (await shownNow(context, object)) !== undefined;
    created.push(object.id);
  }
  await whileArriving(context, [webhook], () => created.every((id) => answers.has(id)));
  await withdraw(context, webhook);
  const reads: ReadOnArrival[] = [];
  for (const id of isReadable ? created : []) {
    const { attempt, answer } = answers.get(id) ?? {};
    const came = await answer;
    if (attempt !== undefined && came !== undefined && (isSuccess(came) || came.status === 404))
      reads.push({ type, attempt, answer: came });
  }
  return reads;
}
