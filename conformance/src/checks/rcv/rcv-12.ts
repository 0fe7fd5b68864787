import { type Check, receiverCheck } from '../../model/check.ts';
import type { ReceiverContext } from '../../model/receiver-context.ts';
import { agesOf } from '../../scenarios/receptions/ages.ts';
import { type Form, judgeForms } from '../../scenarios/receptions/forms.ts';
import { headerOf, sign } from '../../sender/signed-delivery.ts';

/** RCV-12: a timestamp changed after signing is refused, even within the tolerance. */
export const rcv12: Check<ReceiverContext> = receiverCheck('RCV-12', { isolation: 'shared', weight: 2 }, async (context) => {
  const { within } = agesOf(context);
  const moved = (how: string, seconds: (at: number) => number): Form => ({
    what: `its timestamp was changed after signing: it is ${how}`,
    make: ({ timestamp, v2 }, at) => ({ signature: headerOf(['t', String(Number(timestamp) + seconds(at))], ['v2', v2]) }),
  });
  const forms: readonly Form[] = [
    moved('one second earlier', () => -1),
    moved('one second later', () => 1),
    moved('earlier', (at) => -1 - Math.floor(at * (within - 1))),
    moved('later', (at) => 1 + Math.floor(at * (within - 1))),
    {
      what: 'its signature is old, and its timestamp is the present time',
      make: ({ timestamp, body }, _at, secret) => ({
        signature: headerOf(
          ['t', timestamp],
          ['v2', sign(secret, String(Number(timestamp) - context.target.toleranceSeconds - within), body)],
        ),
      }),
    },
    {
      what: 'a zero was put before its timestamp after signing',
      make: ({ timestamp, v2 }) => ({ signature: headerOf(['t', `0${timestamp}`], ['v2', v2]) }),
    },
  ];
  await judgeForms(context, 'refuse', forms, { runs: 60 });
});
