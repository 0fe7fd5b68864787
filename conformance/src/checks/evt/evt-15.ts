import { idOf } from '../../api/identity.ts';
import { effects, resources } from '../../generated/resources.ts';
import { isSuccess } from '../../http/answer.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { JUDGED } from '../../model/evidence.ts';
import { isObject, type Json, type JsonObject, memberOf, sameJson, writeJson } from '../../model/json.ts';
import { Inconclusive } from '../../model/verdict.ts';
import { eventoOf } from '../../receiver/attempt.ts';
import type { Arrival } from '../../scenarios/deliveries/arrivals.ts';
import { arrivalsEverywhere, type EventScenario, eventScenario } from '../../scenarios/events/event-scenario.ts';
import { firedEvents } from '../../scenarios/events/fired-events.ts';
import { arrivalsKnownByName } from '../../scenarios/events/known-by-name.ts';
import { readsOnArrival } from '../../scenarios/events/read-on-arrival.ts';
import type { TakenStep } from '../../scenarios/events/step.ts';
import { manyBodies } from '../../scenarios/operations/declared-members.ts';
import type { RetriedEvent, TimedAttempt } from '../../scenarios/retries/note-retries.ts';
import { retriedDeliveries } from '../../scenarios/retries/retried-delivery.ts';
import { missingFrom } from '../../scenarios/values/places.ts';

/** EVT-15: one action fires one event, only of its own type, whose Object is the resource as the API answers it at that moment. */
export const evt15: Check = check('EVT-15', { isolation: 'every-delivery', weight: 1, awaitsDelivery: true }, async (context) => {
  const scenario = await eventScenario(context);
  if (scenario.steps.every(({ arrivals }) => arrivals().length === 0)) throw new Inconclusive('no event came');
  judgeCounts(context, scenario);
  judgeNoOthers(context, scenario);
  for (const step of scenario.steps) judgeObject(context, step);
  await context.part('repeated calls on one object', () => judgeOwnCalls(context));
  await context.part('repetitions of calls that take effect once', () => judgeOnce(context));
  for (const event of (await retriedDeliveries(context))?.events ?? []) judgeAttempts(context, event);
  await judgeReadable(context);
});

/** One action on an object is one event, whichever of the company's webhooks got it. */
function judgeCounts(context: CheckContext, scenario: EventScenario): void {
  const everywhere = arrivalsEverywhere(scenario);
  const known = scenario.steps.filter((step) => idAt(step) !== undefined);
  for (const [what, steps] of Map.groupBy(known, (step) => `${step.type} ${idAt(step)} in company ${step.company.id}`)) {
    const isOf = ({ evento, subscription }: (typeof everywhere)[number]): boolean =>
      steps.some(
        (step) =>
          evento.type === step.type &&
          subscription.company === step.company &&
          String(evento.companyId) === step.company.id &&
          idOf(evento.object, step.resource) === idAt(step),
      );
    const guids = new Set(everywhere.filter(isOf).map(guidOf));
    context.judge(guids.size <= steps.length, {
      message: 'One action must fire one event, with one EventGuid.',
      expected: `at most ${steps.length} EventGuids for ${what}`,
      actual: [...guids].join(', '),
    });
  }
}

/** An action fires only the event of its own type. */
function judgeNoOthers(context: CheckContext, scenario: EventScenario): void {
  const guids = new Set(scenario.steps.flatMap(({ arrivals }) => arrivals().map(guidOf)));
  const other = arrivalsKnownByName(scenario).find((arrival) => arrival.steps.length > 0 && !guids.has(guidOf(arrival)));
  context.judge(other === undefined, {
    message: 'One action must fire one event.',
    expected: `only ${other?.steps[0]?.type}`,
    actual: `also ${String(other?.evento.type)}`,
    about: { [JUDGED]: other?.attempt },
  });
  // A type that its webhook does not ask for breaks EVT-06, not this rule.
  const unfired = scenario.odd.unfired.find(({ evento }) => !scenario.types.includes(String(evento.type)));
  context.judge(unfired === undefined, {
    message: 'An action must fire only the event of its own type.',
    expected: 'no event of a type that nothing fires',
    actual: String(unfired?.evento.type),
    about: { [JUDGED]: unfired?.attempt },
  });
}

/** All attempts deliver one event, with the same content. */
function judgeAttempts(context: CheckContext, { type, attempts }: RetriedEvent): void {
  const guids = new Set(attempts.map(({ attempt }) => String(eventoOf(attempt)?.eventGuid)));
  context.judge(guids.size <= 1, {
    message: `All attempts must deliver one event (${type}).`,
    expected: 'one EventGuid',
    actual: [...guids].join(', '),
    about: { 'an attempt to deliver it': attempts.map(({ attempt }) => attempt) },
  });
  const [first, ...retries] = attempts.map(toldBy);
  const other = retries.find((told) => !sameJson(told, first));
  context.judge(other === undefined, {
    message: `A retry (${type}) must carry what the first attempt carried, even if the object has changed since.`,
    expected: shown(first),
    actual: shown(other),
    about: { 'an attempt to deliver it': attempts.map(({ attempt }) => attempt) },
  });
}

/** The Evento without its EventGuid. */
function toldBy({ attempt }: TimedAttempt): JsonObject {
  const { type = null, object = null, companyId = null, applicationId = null } = eventoOf(attempt) ?? {};
  return { Type: type, Object: object, CompanyId: companyId, ApplicationId: applicationId };
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

function judgeObject(context: CheckContext, step: TakenStep): void {
  const answered = step.answered();
  for (const { evento, attempt } of step.arrivals()) {
    const differing = [...missingFrom(evento.object, answered, isSame), ...leftBehind(step, evento.object)];
    context.judge(differing.length === 0, {
      message: `The Object of ${step.type} must be the resource as the API answers it; it differs in ${differing.join(', ')}.`,
      expected: shown(answered),
      actual: shown(evento.object),
      about: { [JUDGED]: attempt },
    });
  }
}

/** The event of a PUT carries the object as that PUT left it, whichever member changed. A repeated act carries what it made that time. */
async function judgeOwnCalls(context: CheckContext): Promise<void> {
  for (const { operation, type, calls } of (await firedEvents(context)).own) {
    const whatOf = (what: string): string => (effects[operation]?.kind === 'update' ? `after a change of only ${what}` : `at ${what}`);
    for (const { what, arrivals, answered } of calls) {
      const guids = new Set(arrivals.map(guidOf));
      context.judge(guids.size <= 1, {
        message: `One action must fire one event (${type}), ${whatOf(what)}.`,
        expected: 'one EventGuid',
        actual: [...guids].join(', '),
      });
      for (const { evento, attempt } of arrivals) {
        const differing = missingFrom(evento.object, answered, isSame);
        context.judge(differing.length === 0, {
          message: `The Object of ${type} must be the resource as the API answers it at that moment, ${whatOf(what)}.`,
          expected: shown(answered),
          actual: shown(evento.object),
          about: { [JUDGED]: attempt },
        });
      }
    }
  }
}

/** Writable members that the Object still has, though the API no longer answers them. */
function leftBehind({ resource: setting, answered }: TakenStep, object: Json | undefined): readonly string[] {
  const { operations, token } = Object.values(resources).find((one) => one.setting === setting) ?? {};
  const whole = answered();
  if (operations?.update === undefined || !isObject(whole)) return [];
  const written = Object.keys(Object.assign({}, ...manyBodies(operations.update))).filter((name) => name !== token);
  const isNull = (value: Json | undefined): boolean => value === undefined || value === null;
  return written.filter((name) => isNull(memberOf(whole, name)) && !isNull(memberOf(object, name)));
}

/** A call that takes effect once per object fires once, whatever a second call is answered. */
async function judgeOnce(context: CheckContext): Promise<void> {
  for (const { operation, type, amid } of (await firedEvents(context)).all) {
    if (!effects[operation]?.once) continue;
    const own = amid.arrivals.filter(({ evento }) => evento.type === type);
    context.judge(new Set(own.map(guidOf)).size <= 1, {
      message: `${operation} must fire ${type} once for an object, even if it is called again.`,
      expected: 'one EventGuid',
      actual: own.map(guidOf).join(', '),
      about: { 'came after these calls': own.map(({ attempt }) => attempt) },
    });
  }
}

/** An absent member counts as null. */
function isSame(left: Json | undefined, right: Json): boolean {
  return sameJson(left ?? null, right);
}

/** The id of the object of a step, or of what the step made. */
function idAt({ id, answered }: TakenStep): string | undefined {
  return id() ?? idOf(answered());
}

function guidOf({ evento }: Arrival): string {
  return String(evento.eventGuid ?? '');
}

function shown(value: Parameters<typeof writeJson>[0] | undefined): string {
  return writeJson(value ?? null).slice(0, 300);
}
