import { effects } from '../../generated/resources.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { judgeMissed } from '../../scenarios/events/alike-webhooks.ts';
import { beginAskedLater, judgeAskedLater } from '../../scenarios/events/asked-later.ts';
import { judgeEachFired } from '../../scenarios/events/cause.ts';
import { entityEvents } from '../../scenarios/events/entity-events.ts';
import { eventScenario } from '../../scenarios/events/event-scenario.ts';
import { firedEvents } from '../../scenarios/events/fired-events.ts';
import { judgeReceived } from '../../scenarios/events/followed-webhooks.ts';

/** EVT-08: Create, Update and Delete fire for at least one entity, and what fires for an entity fires each time, in every company. */
export const evt08: Check = check(
  'EVT-08',
  { isolation: 'quiet', weight: 1, awaitsDelivery: true },
  async (context) => {
    const entities = await entityEvents(context);
    const { last, missed } = await eventScenario(context);
    const types = new Set(entities.flatMap(({ fired }) => [...fired]));
    for (const { fired, steps } of entities)
      judgeEachFired(
        context,
        steps.filter(({ type }) => fired.has(type)),
      );
    judgeEachFired(
      context,
      last.filter(({ type }) => types.has(type)),
    );
    judgeMissed(context, missed, (what) => `An event must reach every webhook that asks for it, even one that ${what}.`);
    await context.part('calls in quick succession, in unusual ways and of a single member', () => judgeFired(context, types));
    await judgeAskedLater(context);
  },
  beginAskedLater,
);

/** An operation that fires its event fires it each time. @param fired the types that came before */
async function judgeFired(context: CheckContext, fired: ReadonlySet<string>): Promise<void> {
  const { all, own, received } = await firedEvents(context);
  for (const { operation, type, once, amid, unusual } of all) {
    if (fired.has(type)) judgeEachFired(context, [once]);
    // A deletion or an act that is repeated need not fire again.
    if (once.count() > 0) judgeEachFired(context, effects[operation]?.kind === 'update' ? [amid, ...unusual] : unusual);
  }
  // Calls on one object are told apart only if events name their calls.
  const changes = own.filter(({ operation }) => effects[operation]?.kind === 'update');
  for (const calls of Map.groupBy(changes, ({ operation }) => operation).values())
    if (calls.some((cause) => cause.count() > 0)) judgeEachFired(context, calls);
  judgeReceived(context, received);
}
