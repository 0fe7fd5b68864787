import { effects } from '../../generated/resources.ts';
import { type Check, check } from '../../model/check.ts';
import type { Arrival } from '../../scenarios/deliveries/arrivals.ts';
import type { Cause } from '../../scenarios/events/cause.ts';
import { firedEvents } from '../../scenarios/events/fired-events.ts';

/** EVT-11: a request that fails, and a replay, fire nothing. An operation fires no more events than its executions account for. */
export const evt11: Check = check('EVT-11', { isolation: 'shared', weight: 2, awaitsDelivery: true }, async (context) => {
  for (const { operation, once, amid, refused, silent } of (await firedEvents(context)).all) {
    for (const cause of refused) {
      // An event that is delivered to nobody shows only in the log.
      const logged = cause.logged?.filter(({ type }) => type === cause.type) ?? [];
      context.judge(cause.count() === 0 && logged.length === 0, {
        message: `A refused ${operation} must fire nothing.`,
        expected: 'no event',
        actual: `${cause.type}${cause.count() === 0 ? ' in the log' : ''}`,
        about: { 'must not have come': cause.own().map(({ attempt }) => attempt) },
      });
    }
    const judge = (all: readonly string[], seen: readonly string[], where: string): void => {
      if (all.length === 0) return;
      const each = effects[operation]?.kind === 'create' ? all.length : all.filter((type) => !type.endsWith('.Create')).length;
      const expected = all.length + (amid.executed - 1) * each;
      context.judge(seen.length <= expected, {
        message: `${operation} must fire nothing when it is refused, replayed or sent again (${silent.join('; ')}).`,
        expected: `at most ${expected} events${where}: it was executed ${amid.executed} times, and one execution fires ${all.join(', ')}`,
        actual: `${seen.length} events: ${seen.join(', ')}`,
        about: { 'came meanwhile': amid.arrivals().map(({ attempt }) => attempt) },
      });
    };
    judge(typesOf(once.arrivals()), typesOf(amid.arrivals()), '');
    judge(loggedTypes(once), loggedTypes(amid), ' in the log');
  }
});

/** Nothing to merge: the log shows each event once. */
function loggedTypes({ logged = [] }: Cause): readonly string[] {
  return logged.map(({ type }) => String(type));
}

/** The type of each event, counted once, since a delivery may be repeated. */
function typesOf(arrivals: readonly Arrival[]): readonly string[] {
  return [...new Map(arrivals.map(({ evento }) => [String(evento.eventGuid), String(evento.type)])).values()];
}
