import type { CheckContext } from '../../model/check-context.ts';
import { JUDGED } from '../../model/evidence.ts';
import type { LastEvent } from './last-events.ts';

/** The last call in a company fires its event, whether or not another call follows there. */
export function judgeLast(context: CheckContext, last: readonly LastEvent[]): void {
  const { deliveryWithinMs } = context.target.timing;
  for (const { operation, type, company, arrivals, isInTime } of last) {
    context.judge(isInTime, {
      message: `${operation} must fire ${type} in company ${company.id} even if no other call follows there.`,
      expected: `${type} within ${deliveryWithinMs} ms`,
      actual: arrivals().length > 0 ? 'nothing in that time, but later' : 'nothing',
      about: { [JUDGED]: arrivals().at(0)?.attempt },
    });
  }
}
