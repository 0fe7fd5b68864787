import type { CheckContext } from '../../model/check-context.ts';
import { JUDGED } from '../../model/evidence.ts';
import type { LastEvent } from './last-events.ts';

/** What is done last in a company fires its event, whether or not anything is done there later. */
export function judgeLast(context: CheckContext, last: readonly LastEvent[]): void {
  const { deliveryWithinMs } = context.target.timing;
  for (const { operation, type, company, arrivals, isInTime } of last) {
    context.judge(isInTime, {
      message: `${operation} must fire ${type} in company ${company.id} although nothing is done there after it.`,
      expected: `${type} within ${deliveryWithinMs} ms`,
      actual: arrivals().length > 0 ? 'nothing until something else was done there' : 'nothing',
      about: { [JUDGED]: arrivals().at(0)?.attempt },
    });
  }
}
