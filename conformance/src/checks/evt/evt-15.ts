import { idOf } from '../../api/identity.ts';
import { effects, resources } from '../../generated/resources.ts';
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
import type { TakenStep } from '../../scenarios/events/step.ts';
import { manyBodies } from '../../scenarios/operations/declared-members.ts';
import { missingFrom } from '../../scenarios/resources/contact-life.ts';
import { retriedDeliveries } from '../../scenarios/retries/retried-delivery.ts';
import type { RetriedEvent, TimedAttempt } from '../../scenarios/retries/retried-event.ts';
import { unlessAbsent } from '../../scenarios/unless-absent.ts';

/** EVT-15: what is done once fires one event, of its own type alone, whose Object is the resource as the API answers it then. */
export const evt15: Check = check('EVT-15', { isolation: 'every-delivery', weight: 1, awaitsDelivery: true }, async (context) => {
  const scenario = await eventScenario(context);
  if (scenario.steps.every(({ arrivals }) => arrivals().length === 0)) throw new Inconclusive('no event came');
  judgeCounts(context, scenario);
  judgeNoOthers(context, scenario);
  for (const step of scenario.steps) judgeObject(context, step);
  await unlessAbsent(context, 'what is done several times to one object', () => judgeOwnCalls(context));
  await unlessAbsent(context, 'what is done again that is done once', () => judgeOnce(context));
  for (const event of (await retriedDeliveries(context))?.events ?? []) judgeAttempts(context, event);
});

/** What was done once to an object is one event, whichever of the company's webhooks it came to. */
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
      message: 'One event must carry one EventGuid, and what was done once must fire one event.',
      expected: `${steps.length} EventGuids for ${what}`,
      actual: [...guids].join(', '),
    });
  }
}

/** What happened to an object fires its own event alone, not one of another type as well. */
function judgeNoOthers(context: CheckContext, scenario: EventScenario): void {
  const guids = new Set(scenario.steps.flatMap(({ arrivals }) => arrivals().map(guidOf)));
  const other = arrivalsKnownByName(scenario).find((arrival) => arrival.steps.length > 0 && !guids.has(guidOf(arrival)));
  context.judge(other === undefined, {
    message: 'What was done once must fire one event.',
    expected: `${other?.steps[0]?.type}`,
    actual: `${String(other?.evento.type)} too`,
    about: { [JUDGED]: other?.attempt },
  });
  // What its webhook does not ask for breaks EVT-06.
  const unfired = scenario.unfired.find(({ evento }) => !scenario.types.includes(String(evento.type)));
  context.judge(unfired === undefined, {
    message: 'What was done must fire the event of its own type alone.',
    expected: 'no event of a type that nothing fires',
    actual: String(unfired?.evento.type),
    about: { [JUDGED]: unfired?.attempt },
  });
}

/** Every attempt is at the one event. */
function judgeAttempts(context: CheckContext, { type, attempts }: RetriedEvent): void {
  const guids = new Set(attempts.map(({ attempt }) => String(eventoOf(attempt)?.eventGuid)));
  context.judge(guids.size <= 1, {
    message: `What was done once must fire one event (${type}), which every attempt is at.`,
    expected: 'one EventGuid',
    actual: [...guids].join(', '),
    about: { 'an attempt to deliver it': attempts.map(({ attempt }) => attempt) },
  });
  const [first, ...retries] = attempts.map(toldBy);
  const other = retries.find((told) => !sameJson(told, first));
  context.judge(other === undefined, {
    message: `A retry (${type}) must tell what the first attempt told, whatever has happened to the object since.`,
    expected: shown(first),
    actual: shown(other),
    about: { 'an attempt to deliver it': attempts.map(({ attempt }) => attempt) },
  });
}

/** All but the guid. */
function toldBy({ attempt }: TimedAttempt): JsonObject {
  const { type = null, object = null, companyId = null, applicationId = null } = eventoOf(attempt) ?? {};
  return { Type: type, Object: object, CompanyId: companyId, ApplicationId: applicationId };
}

function judgeObject(context: CheckContext, step: TakenStep): void {
  const answered = step.answered();
  for (const { evento, attempt } of step.arrivals()) {
    const differing = [...missingFrom(evento.object, answered, isSame), ...leftBehind(step, evento.object)];
    context.judge(differing.length === 0, {
      message: `The Object of ${step.type} must be the resource as the API answers it; ${differing.join(', ')} differs.`,
      expected: shown(answered),
      actual: shown(evento.object),
      about: { [JUDGED]: attempt },
    });
  }
}

/** Whichever member a PUT changes, its event tells of the object as that PUT left it; of what is made anew each event tells the newest. */
async function judgeOwnCalls(context: CheckContext): Promise<void> {
  for (const { operation, type, calls } of (await firedEvents(context)).own) {
    const whatOf = (what: string): string => (effects[operation]?.kind === 'update' ? `after a change of ${what} alone` : `at ${what}`);
    for (const { what, arrivals, answered } of calls) {
      const guids = new Set(arrivals.map(guidOf));
      context.judge(guids.size <= 1, {
        message: `What was done once must fire one event (${type}), ${whatOf(what)}.`,
        expected: 'one EventGuid',
        actual: [...guids].join(', '),
      });
      for (const { evento, attempt } of arrivals) {
        const differing = missingFrom(evento.object, answered, isSame);
        context.judge(differing.length === 0, {
          message: `The Object of ${type} must be the resource as the API answers it then, ${whatOf(what)}.`,
          expected: shown(answered),
          actual: shown(evento.object),
          about: { [JUDGED]: attempt },
        });
      }
    }
  }
}

/** What a client can write, and the API does not answer any more. */
function leftBehind({ resource: setting, answered }: TakenStep, object: Json | undefined): readonly string[] {
  const { operations, token } = Object.values(resources).find((one) => one.setting === setting) ?? {};
  const whole = answered();
  if (operations?.update === undefined || !isObject(whole)) return [];
  const written = Object.keys(Object.assign({}, ...manyBodies(operations.update))).filter((name) => name !== token);
  const isNull = (value: Json | undefined): boolean => value === undefined || value === null;
  return written.filter((name) => isNull(memberOf(whole, name)) && !isNull(memberOf(object, name)));
}

/** What an object takes once it has had once, whatever a second call is answered. */
async function judgeOnce(context: CheckContext): Promise<void> {
  for (const { operation, type, amid } of (await firedEvents(context)).all) {
    if (!effects[operation]?.once) continue;
    const own = amid.arrivals.filter(({ evento }) => evento.type === type);
    context.judge(new Set(own.map(guidOf)).size <= 1, {
      message: `${operation} must fire ${type} once for an object, though it is called again.`,
      expected: 'one EventGuid',
      actual: own.map(guidOf).join(', '),
      about: { 'came of the calls': own.map(({ attempt }) => attempt) },
    });
  }
}

/** A member that is absent is null. */
function isSame(left: Json | undefined, right: Json): boolean {
  return sameJson(left ?? null, right);
}

/** What a step was done to, or what the answer names where it made something else. */
function idAt({ id, answered }: TakenStep): string | undefined {
  return id() ?? idOf(answered());
}

function guidOf({ evento }: Arrival): string {
  return String(evento.eventGuid ?? '');
}

function shown(value: Parameters<typeof writeJson>[0] | undefined): string {
  return writeJson(value ?? null).slice(0, 300);
}
