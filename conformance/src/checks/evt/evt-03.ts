import { idOf } from '../../api/identity.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { JUDGED } from '../../model/evidence.ts';
import { isObject, type Json, memberOf, writeJson } from '../../model/json.ts';
import { Inconclusive } from '../../model/verdict.ts';
import { eventoOf } from '../../receiver/attempt.ts';
import { eventScenario } from '../../scenarios/events/event-scenario.ts';
import { strayArrival } from '../../scenarios/events/known-by-name.ts';
import type { TakenStep } from '../../scenarios/events/step.ts';
import type { RetriedEvent } from '../../scenarios/retries/note-retries.ts';
import { retriedDeliveries } from '../../scenarios/retries/retried-delivery.ts';
import { missingFrom } from '../../scenarios/values/places.ts';
import { isSameName } from '../../scenarios/values/texts.ts';

/** EVT-03: Object is the whole object, for Create the new one, on every attempt. */
export const evt03: Check = check('EVT-03', { isolation: 'quiet', weight: 1, awaitsDelivery: true }, async (context) => {
  const scenario = await eventScenario(context);
  for (const step of scenario.steps) judgeWhole(context, step);
  const stray = strayArrival(scenario);
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
function judgeWhole(context: CheckContext, step: TakenStep): void {
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
function lacks(step: TakenStep, object: Json | undefined): string | undefined {
  const { resource } = step;
  const id = step.id();
  if (!isObject(object)) return 'an object';
  if (id !== undefined && idOf(object, resource) !== id) return `the ${resource} with id ${id}`;
  const { nome, ...sent } = step.sent() ?? {};
  if (typeof nome === 'string' && !isSameName(memberOf(object, 'nome'), nome)) return `nome ${JSON.stringify(nome)}`;
  if (missingFrom(object, sent).length > 0) return shown(sent);
  const whole = step.shown();
  // A value may be a number here and a string there. But each sent member that the target shows must be there, with the current name.
  const missing = lackingFrom(object, whole);
  const name = step.named?.();
  const label = name === undefined ? undefined : memberOf(whole, name);
  if (name !== undefined && typeof label === 'string' && !isSameName(memberOf(object, name), label))
    return `${name} ${JSON.stringify(label)}`;
  return missing.length > 0 ? `also ${missing.join(', ')}, as in ${shown(whole)}` : undefined;
}

/** The paths that a part lacks of a whole. An array must have as many entries. */
function lackingFrom(part: Json | undefined, whole: Json | undefined, path = ''): readonly string[] {
  if (!isPlain(whole)) return [];
  if (isObject(whole)) return Object.keys(whole).flatMap((name) => lackingFrom(memberOf(part, name), whole[name], `${path}/${name}`));
  if (!Array.isArray(whole)) return part === undefined ? [path] : [];
  if (!Array.isArray(part) || part.length !== whole.length) return [`${path} with ${whole.length} entries`];
  return whole.flatMap((entry, index) => lackingFrom(part[index], entry, `${path}/${index}`));
}

/** Whether a value says something: null, undefined and an empty string count as absent. */
function isPlain(value: Json | undefined): boolean {
  return value !== null && value !== undefined && value !== '';
}

function shown(value: Json | undefined): string {
  return writeJson(value ?? null).slice(0, 300);
}
