import { effects } from '../../generated/resources.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { Inconclusive } from '../../model/verdict.ts';
import { instead } from '../../scenarios/events/alike-webhooks.ts';
import { askedLater, beginAskedLater, judgeAskedLater } from '../../scenarios/events/asked-later.ts';
import { entityEvents } from '../../scenarios/events/entity-events.ts';
import { firedEvents } from '../../scenarios/events/fired-events.ts';
import { judgeLast } from '../../scenarios/events/last-events.ts';
import { noDelivery } from '../../wait/arrives.ts';

/** EVT-08: Create, Update and Delete fire for at least one entity, and what fires for an entity fires each time, in every company. */
export const evt08: Check = check(
  'EVT-08',
  { isolation: 'quiet', weight: 1, awaitsDelivery: true },
  async (context) => {
    const { entities, together, last, missed } = await entityEvents(context);
    // The source promises events for most entities, not for all. If contacts fire none, another entity may.
    if (entities.every(({ fired }) => fired.size === 0)) throw new Inconclusive(noDelivery(context));
    for (const company of context.target.companies) {
      for (const { fired, steps } of entities) {
        const due = steps.filter((step) => step.company === company && fired.has(step.type));
        const came = due.filter(({ arrivals }) => arrivals().length > 0).map(({ type }) => type);
        context.judge(came.length === due.length, {
          message: `An event type that fires for an entity must fire each time, in company ${company.id} too.`,
          expected: due.map(({ type }) => type).join(', '),
          actual: came.length === 0 ? 'none' : came.join(', '),
        });
      }
    }
    for (const { type, created, arrived } of together) {
      context.judge(!entities.some(({ fired }) => fired.has(type)) || arrived() >= created, {
        message: `${type} must fire for each of several objects that are created at once.`,
        expected: `${created} events`,
        actual: `${arrived()} events`,
      });
    }
    for (const one of missed) {
      const types = [...new Set(one.missed.map(({ evento }) => String(evento.type)))];
      context.judge(types.length === 0, {
        message: `An event must reach every webhook that asks for it, even one that ${one.what}.`,
        expected: types.join(', '),
        ...instead(one),
      });
    }
    judgeLast(
      context,
      last.filter(({ type }) => entities.some(({ fired }) => fired.has(type))),
    );
    await context.part('changes in quick succession', () => judgeEachChange(context));
    await context.part('calls under a used key or without an application id', () => judgeOtherwise(context));
    await context.part('webhooks that are created between two events', () =>
      judgeNewcomers(context, new Set(entities.flatMap(({ fired }) => [...fired]))),
    );
    await context.part('changes of a single member', () => judgeChangesAlone(context));
    const later = await context.part('a type that no webhook asked for before', () => askedLater(context));
    if (later?.created) await judgeAskedLater(context, later.created, 'that is created for a type');
  },
  beginAskedLater,
);

/** A change of any member, at any depth, is an update. Judged only if events name their calls, and so can be told apart. */
async function judgeChangesAlone(context: CheckContext): Promise<void> {
  for (const { operation, type, calls } of (await firedEvents(context)).own) {
    if (effects[operation]?.kind !== 'update' || calls.every(({ arrivals }) => arrivals.length === 0)) continue;
    for (const { what, arrivals } of calls) {
      context.judge(arrivals.length > 0, {
        message: `${operation} must fire ${type} whichever member it changes.`,
        expected: `${type} for a change of only ${what}`,
        actual: 'nothing',
      });
    }
  }
}

/** Several changes of one object in quick succession are as many events. */
async function judgeEachChange(context: CheckContext): Promise<void> {
  for (const { operation, type, once, amid } of (await firedEvents(context)).all) {
    if (effects[operation]?.kind !== 'update' || !once.some(({ evento }) => evento.type === type)) continue;
    const guids = new Set(amid.arrivals.filter(({ evento }) => evento.type === type).map(({ evento }) => evento.eventGuid));
    context.judge(guids.size >= amid.executed, {
      message: `${operation} must fire ${type} each time, even in quick succession.`,
      expected: `${amid.executed} events`,
      actual: `${guids.size} events`,
    });
  }
}

/** A call fires its event even if other calls were refused under its key before, or if it has no application id. */
async function judgeOtherwise(context: CheckContext): Promise<void> {
  for (const { operation, type, once, otherwise } of (await firedEvents(context)).all) {
    if (!once.some(({ evento }) => evento.type === type)) continue;
    for (const { how, arrivals } of otherwise) {
      context.judge(arrivals.length > 0, {
        message: `${operation} must fire ${type} each time, even ${how}.`,
        expected: type,
        actual: 'nothing',
      });
    }
  }
}

/** The webhooks for one event may not be those for the event before. @param fired the types that came to older webhooks */
async function judgeNewcomers(context: CheckContext, fired: ReadonlySet<string>): Promise<void> {
  for (const { type, once, amid, newcomers } of (await firedEvents(context)).all) {
    const told = once.filter(({ evento }) => evento.type === type);
    if (!amid.isDone || (told.length === 0 && !fired.has(type))) continue;
    for (const [arrivals, what] of [
      [newcomers && told, 'was created before all of these calls'],
      [newcomers?.created, `was created after one ${type}`],
    ] as const) {
      context.judge(arrivals === undefined || arrivals.length > 0, {
        message: `A webhook that ${what} must receive the next ${type}.`,
        expected: type,
        actual: 'nothing, though another webhook got such events',
      });
    }
  }
}
