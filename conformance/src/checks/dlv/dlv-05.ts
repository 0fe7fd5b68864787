import { type Check, check } from '../../model/check.ts';
import { mayBeDuplicate } from '../../scenarios/deliveries/signed-by.ts';
import { answeredDeliveries, tooEarly } from '../../scenarios/retries/answered-deliveries.ts';

/** One duplicate after a confirmation is tolerated. */
const STRAY = 1;

/** DLV-05: retries stop at the first 2xx. */
export const dlv05: Check = check('DLV-05', { isolation: 'clock', weight: 1, awaitsDelivery: true }, async (context) => {
  const { confirmedLater } = await answeredDeliveries(context);
  const confirmed = confirmedLater.filter(({ ofOneEvent, confirmedAfter }) => ofOneEvent.length >= confirmedAfter);
  if (confirmed.length === 0) throw tooEarly('no retry came that the suite could confirm');
  for (const { event, ofOneEvent, confirmedAfter } of confirmed) {
    const after = ofOneEvent.filter((_one, index, all) => index >= confirmedAfter && !mayBeDuplicate(context, all, index)).length;
    context.judge(after <= STRAY, {
      message: `Retries must stop when attempt ${confirmedAfter} is confirmed (${event}).`,
      expected: 'no further attempt (one stray duplicate is tolerated)',
      actual: `${after} further attempts`,
      about: { 'an attempt to deliver it': ofOneEvent },
    });
  }
});
