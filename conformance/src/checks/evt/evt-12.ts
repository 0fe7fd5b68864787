import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { lacking } from '../../model/verdict.ts';
import { beginAskedLater, judgeAskedLater } from '../../scenarios/events/asked-later.ts';
import { firedEvents } from '../../scenarios/events/fired-events.ts';
import { judgeReceived } from '../../scenarios/events/followed-webhooks.ts';

/** EVT-12: a webhook changed by PUT receives by its new Url and Events. */
export const evt12: Check = check(
  'EVT-12',
  { isolation: 'shared', weight: 2, awaitsDelivery: true },
  async (context) => {
    if (context.target.surface.anagraficaPut === null)
      throw lacking('contacts cannot be changed, so there is no second event type (surface.anagraficaPut)');
    await judgeChanged(context);
    await judgeAskedLater(context);
  },
  beginAskedLater,
);

/** Every event follows the current Url, Events and AziendaId of a webhook. */
async function judgeChanged(context: CheckContext): Promise<void> {
  const { received, asked } = await firedEvents(context);
  judgeReceived(context, received);
  const [again] = asked?.astray ?? [];
  context.judge(again === undefined, {
    message: 'A redelivered event must not come to the old Url of its webhook.',
    expected: 'nothing',
    actual: String(again?.evento.type),
    about: { 'came to the old Url': again?.attempt },
  });
  const missing = asked?.missing ?? [];
  context.judge(missing.length === 0, {
    message: 'A redelivered event must come to the current Url of its webhook.',
    expected: missing.join(', '),
    actual: 'nothing, though another webhook got it again',
  });
}
