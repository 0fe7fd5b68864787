import { typeFiredBy } from '../../api/event-names.ts';
import { idOf } from '../../api/identity.ts';
import { isServed } from '../../api/requests.ts';
import { effects, resources } from '../../generated/resources.ts';
import { isSuccess } from '../../http/answer.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { JUDGED } from '../../model/evidence.ts';
import type { Answer } from '../../model/exchange.ts';
import { isObject, type Json, memberOf, sameJson, writeJson } from '../../model/json.ts';
import { Inconclusive } from '../../model/verdict.ts';
import type { Attempt } from '../../model/webhook.ts';
import { eventoOf } from '../../receiver/attempt.ts';
import { type Cause, guidsOf, judgeFiredOnce, settingFiredBy } from '../../scenarios/events/cause.ts';
import { type EventScenario, eventScenario } from '../../scenarios/events/event-scenario.ts';
import { firedEvents } from '../../scenarios/events/fired-events.ts';
import { arrivalsKnownByName, isAtItsCompany } from '../../scenarios/events/known-by-name.ts';
import { arrivalsAtOdd } from '../../scenarios/events/odd-webhooks.ts';
import { membersOf } from '../../scenarios/events/replayed-events.ts';
import { createObject } from '../../scenarios/operations/creation.ts';
import { manyBodies } from '../../scenarios/operations/declared-members.ts';
import { type OperationCase, operationCases } from '../../scenarios/operations/operation-case.ts';
import { isShown, shownNow } from '../../scenarios/operations/thing.ts';
import type { RetriedEvent } from '../../scenarios/retries/note-retries.ts';
import { retriedDeliveries } from '../../scenarios/retries/retried-delivery.ts';
import { missingFrom } from '../../scenarios/values/places.ts';
import { createWebhook } from '../../scenarios/webhooks/create-webhook.ts';
import { withdraw } from '../../scenarios/webhooks/registration.ts';
import { whileArriving } from '../../wait/arrives.ts';

/** A GET of a new object, sent the moment its event arrived. */
interface ReadOnArrival {
  readonly type: string;
  readonly attempt: Attempt;
  readonly answer: Answer;
}

/** How many objects of a resource are created: one lost race says nothing. */
const TIMES = 3;

/** EVT-15: one action fires one event, only of its own type, whose Object is the resource as the API answers it at that moment. */
export const evt15: Check = check('EVT-15', { isolation: 'every-delivery', weight: 1, awaitsDelivery: true }, async (context) => {
  const scenario = await eventScenario(context);
  if (scenario.steps.every(({ arrivals }) => arrivals().length === 0)) throw new Inconclusive('no event came');
  judgeFiredOnce(context, scenario.steps);
  judgeNoOthers(context, scenario);
  judgeObjects(context, scenario.steps);
  await context.part('repeated calls on one object', async () => {
    const { own } = await firedEvents(context);
    judgeFiredOnce(context, own);
    judgeObjects(context, own);
  });
  await context.part('repetitions of calls that take effect once', () => judgeOnce(context));
  for (const event of (await retriedDeliveries(context))?.events ?? []) judgeAttempts(context, event);
  await judgeReadable(context);
});

/** An action fires only the event of its own type. */
function judgeNoOthers(context: CheckContext, scenario: EventScenario): void {
  const guids = guidsOf(scenario.steps.flatMap((step) => step.arrivals()));
  const other = arrivalsKnownByName(scenario).find(
    (arrival) => isAtItsCompany(arrival) && arrival.steps.length > 0 && !guids.has(String(arrival.evento.eventGuid ?? '')),
  );
  context.judge(other === undefined, {
    message: 'One action must fire one event.',
    expected: `only ${other?.steps[0]?.type}`,
    actual: `also ${String(other?.evento.type)}`,
    about: { [JUDGED]: other?.attempt },
  });
  // A type that its webhook does not ask for breaks EVT-06, not this rule.
  const unfired = arrivalsAtOdd(scenario.odd.unfired).find(({ evento }) => !scenario.types.includes(String(evento.type)));
  context.judge(unfired === undefined, {
    message: 'An action must fire only the event of its own type.',
    expected: 'no event of a type that nothing fires',
    actual: String(unfired?.evento.type),
    about: { [JUDGED]: unfired?.attempt },
  });
}

/** All attempts deliver one event, with the same content. */
function judgeAttempts(context: CheckContext, { type, attempts }: RetriedEvent): void {
  const [first, ...retries] = attempts.map(({ attempt }) => membersOf(eventoOf(attempt)));
  const other = retries.find((told) => !sameJson(told, first));
  context.judge(other === undefined, {
    message: `A retry (${type}) must carry the event that the first attempt carried, even if the object has changed since.`,
    expected: shown(first),
    actual: shown(other),
    about: { 'an attempt to deliver it': attempts.map(({ attempt }) => attempt) },
  });
}

/** An event tells of what the API answers by then. A single GET that comes too early may be a race of two machines. */
async function judgeReadable(context: CheckContext): Promise<void> {
  for (const [type, reads] of Map.groupBy(await readsOnArrival(context), (one) => one.type)) {
    const early = reads.filter(({ answer }) => !isSuccess(answer));
    context.judge(early.length < 2, {
      message: `An object must be readable when ${type} arrives.`,
      expected: '2xx to a GET that is sent as the event arrives',
      actual: `${early[0]?.answer.status} ${early.length} times of ${reads.length}, and 2xx once the creation was answered`,
      about: { [JUDGED]: early[0]?.answer, 'the deliveries that came too early': early.map(({ attempt }) => attempt) },
    });
  }
}

/** The event of a call carries the object as that call left it, or what the call made. */
function judgeObjects(context: CheckContext, causes: readonly Cause[]): void {
  for (const cause of causes) {
    for (const { evento, attempt } of cause.own()) {
      const differing = [...missingFrom(evento.object, cause.answered, isSame), ...leftBehind(context, cause, evento.object)];
      context.judge(differing.length === 0, {
        message: `The Object of ${cause.type} must be the resource as the API answers it (${cause.how}); it differs in ${differing.join(', ')}.`,
        expected: shown(cause.answered),
        actual: shown(evento.object),
        about: { [JUDGED]: attempt },
      });
    }
  }
}

/** Writable members that the Object still has, though the API no longer shows them. The answer to a PUT need not be whole. */
function leftBehind(context: CheckContext, { operation, kept, answered }: Cause, object: Json | undefined): readonly string[] {
  const resource = Object.values(resources).find(({ setting }) => setting === settingFiredBy(operation));
  const { operations: { update } = {}, token } = resource ?? {};
  if (kept === undefined || resource === undefined || update === undefined || !isShown(context, resource) || !isObject(answered)) return [];
  const written = Object.keys(Object.assign({}, ...manyBodies(update))).filter((name) => name !== token);
  const isNull = (value: Json | undefined): boolean => value === undefined || value === null;
  return written.filter((name) => isNull(memberOf(answered, name)) && !isNull(memberOf(object, name)));
}

/** A call that takes effect once per object fires once, whatever a second call is answered. */
async function judgeOnce(context: CheckContext): Promise<void> {
  for (const { operation, type, amid } of (await firedEvents(context)).all) {
    if (!effects[operation]?.once) continue;
    const own = amid.own();
    context.judge(amid.count() <= 1, {
      message: `${operation} must fire ${type} once for an object, even if it is called again.`,
      expected: 'one EventGuid',
      actual: [...guidsOf(own)].join(', '),
      about: { 'came after these calls': own.map(({ attempt }) => attempt) },
    });
  }
}

/** An absent member counts as null. */
function isSame(left: Json | undefined, right: Json): boolean {
  return sameJson(left ?? null, right);
}

function shown(value: Parameters<typeof writeJson>[0] | undefined): string {
  return writeJson(value ?? null).slice(0, 300);
}

/**
 * Creates objects, and reads each the moment its event arrives, as many receivers do. All of them were readable as soon as their creation was
 * answered; where one was not, the target is eventually consistent, and nothing is said of that resource. None at the quick budget.
 */
async function readsOnArrival(context: CheckContext): Promise<readonly ReadOnArrival[]> {
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
