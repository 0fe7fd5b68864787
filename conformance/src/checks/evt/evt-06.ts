import { isSameType } from '../../api/event-names.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { Inconclusive } from '../../model/verdict.ts';
import { type Arrival, arrivalsAt } from '../../scenarios/deliveries/arrivals.ts';
import { eventScenario } from '../../scenarios/events/event-scenario.ts';
import { arrivalsAtOdd } from '../../scenarios/events/odd-webhooks.ts';

/** EVT-06: a webhook receives only the types in its Events, and all of them. Some webhooks ask for one type, others for several. */
export const evt06: Check = check('EVT-06', { isolation: 'quiet', weight: 1, awaitsDelivery: true }, async (context) => {
  const { subscriptions, types: firedTypes, odd } = await eventScenario(context);
  // What one webhook got, every other webhook that asks for it must get.
  const known = subscriptions.flatMap(({ webhook }) => arrivalsAt(webhook)).map(({ evento }) => evento);
  const fired = (type: string, companyId: string | undefined): boolean =>
    known.some((evento) => isSameType(evento.type, type) && (companyId === undefined || String(evento.companyId) === companyId));
  if (!subscriptions.some(({ types, company }) => types.some((type) => fired(type, company?.id))))
    throw new Inconclusive('no event came that a webhook had asked for');
  for (const { webhook, types, company } of subscriptions) {
    const got = new Set(arrivalsAt(webhook).map(({ evento }) => String(evento.type)));
    const others = [...got].filter((type) => !types.some((asked) => isSameType(type, asked)));
    context.judge(others.length === 0, {
      message: 'A webhook must receive only the types in its Events.',
      expected: types.join(', '),
      actual: others.join(', '),
      about: {
        'came to a webhook that does not ask for it': arrivalsAt(webhook).find(({ evento }) => others.includes(String(evento.type)))
          ?.attempt,
      },
    });
    const missing = types.filter((type) => fired(type, company?.id) && ![...got].some((other) => isSameType(other, type)));
    context.judge(missing.length === 0, {
      message: 'A webhook must receive every type in its Events.',
      expected: types.join(', '),
      actual: `${[...got].join(', ') || 'nothing'}, without ${missing.join(', ')}, which another webhook got`,
    });
  }
  const isFired = ({ evento }: Arrival): boolean => firedTypes.some((type) => isSameType(evento.type, type));
  judgeStray(context, arrivalsAtOdd(odd.endingAlike)[0], 'types of unknown objects');
  judgeStray(context, arrivalsAtOdd(odd.unfired).find(isFired), 'types that nothing fires');
  if (odd.respelled !== undefined) judgeRespelled(context, new Set(known.map(({ type }) => String(type))), arrivalsAt(odd.respelled));
});

/** @param stray what came to a webhook that asks only for other types */
function judgeStray(context: CheckContext, stray: Arrival | undefined, others: string): void {
  context.judge(stray === undefined, {
    message: `A webhook that asks only for ${others} must not receive similar types.`,
    expected: 'no type that it does not ask for',
    actual: String(stray?.evento.type),
    about: { [`came to a webhook that asks only for ${others}`]: stray?.attempt },
  });
}

/** Event types are either all case-sensitive or all case-insensitive. The source does not say which. */
function judgeRespelled(context: CheckContext, fired: ReadonlySet<string>, respelled: readonly Arrival[]): void {
  const got = new Set(respelled.map(({ evento }) => String(evento.type)));
  const heeded = [...fired].filter((type) => !got.has(type));
  context.judge(got.size === 0 || heeded.length === 0, {
    message: 'The event types of a webhook must be either all case-sensitive or all case-insensitive.',
    expected: `none of ${[...got].join(', ')}, just as none of ${heeded.join(', ')} came`,
    actual: [...got].join(', '),
    about: { 'came to a webhook whose Events have it in another case': respelled[0]?.attempt },
  });
}
