import { idOf } from '../../api/identity.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { JUDGED } from '../../model/evidence.ts';
import { isObject, type Json, memberOf, writeJson } from '../../model/json.ts';
import { Inconclusive } from '../../model/verdict.ts';
import { eventoOf } from '../../receiver/attempt.ts';
import { type Cause, settingFiredBy } from '../../scenarios/events/cause.ts';
import { eventScenario } from '../../scenarios/events/event-scenario.ts';
import { arrivalsKnownByName, isAtItsCompany, isStray } from '../../scenarios/events/known-by-name.ts';
import type { RetriedEvent } from '../../scenarios/retries/note-retries.ts';
import { retriedDeliveries } from '../../scenarios/retries/retried-delivery.ts';
import { missingFrom } from '../../scenarios/values/places.ts';
import { isSameName } from '../../scenarios/values/texts.ts';

/** EVT-03: Object is the whole object, for Create the new one, on every attempt. */
export const evt03: Check = check('EVT-03', { isolation: 'quiet', weight: 1, awaitsDelivery: true }, async (context) => {
  const scenario = await eventScenario(context);
  for (const step of scenario.steps) judgeWhole(context, step);
  // Either its object or its company is wrong.
  const stray = arrivalsKnownByName(scenario).find((arrival) => isStray(arrival) && isAtItsCompany(arrival));
  context.judge(stray === undefined, {
    message: `${String(stray?.evento.type)} must carry an object of its own company.`,
    expected: `an object of company ${stray?.subscription.company?.id}`,
    actual: `an object of another company: ${shown(stray?.evento.object)}`,
  });
  if (context.judgements === 0) throw new Inconclusive('no event came about an object that the suite knows');
  for (const event of (await retriedDeliveries(context))?.events ?? []) judgeRetries(context, event);
});

/** A retry lacks nothing that the first attempt carried. `judgeWhole` judges first attempts of the same types. */
function judgeRetries(context: CheckContext, { type, attempts }: RetriedEvent): void {
  const [first, ...retries] = attempts.map(({ attempt }) => eventoOf(attempt)?.object);
  for (const object of retries) {
    const missing = lackingFrom(object, first);
    context.judge(isObject(object) && missing.length === 0, {
      message: `A retry (${type}) must carry the whole object.`,
      expected: `also ${missing.join(', ')}, as in the first attempt: ${shown(first)}`,
      actual: shown(object),
    });
  }
}

/** A target may fire several events of a type. One of them must carry the whole object. */
function judgeWhole(context: CheckContext, step: Cause): void {
  const objects = step.arrivals().map(({ evento }) => evento.object);
  if (objects.length === 0) return;
  const lacking = objects.map((object) => lacks(step, object));
  context.judge(lacking.includes(undefined), {
    message: `${step.type} must carry the whole object as it is at that moment.`,
    expected: lacking.at(-1) ?? '',
    actual: shown(objects.at(-1)),
    about: { [JUDGED]: step.arrivals().at(-1)?.attempt },
  });
}

/** What an object lacks, if anything. Members that only an answer adds, such as links, may be missing. */
function lacks({ operation, id, label, kept }: Cause, object: Json | undefined): string | undefined {
  const setting = settingFiredBy(operation);
  if (!isObject(object)) return 'an object';
  if (id !== undefined && idOf(object, setting) !== id) return `the ${setting} with id ${id}`;
  if (label && !isSameName(memberOf(object, label.member), label.text)) return `${label.member} ${JSON.stringify(label.text)}`;
  // A value may be a number here and a string there, which EVT-15 judges. But each sent member that the target shows must be there.
  const missing = lackingFrom(object, kept);
  return missing.length > 0 ? `also ${missing.join(', ')}, as in ${shown(kept)}` : undefined;
}

/** The paths that a part lacks of a whole. Null and an empty text say nothing. */
function lackingFrom(part: Json | undefined, whole: Json | undefined): readonly string[] {
  return missingFrom(part, whole, (own, other) => own !== undefined || other === null || other === '');
}

function shown(value: Json | undefined): string {
  return writeJson(value ?? null).slice(0, 300);
}
