import { type Check, receiverCheck } from '../../model/check.ts';
import type { ReceiverContext } from '../../model/receiver-context.ts';
import { agesOf } from '../../scenarios/receptions/ages.ts';
import { judgeSpoilings, type Spoiling } from '../../scenarios/receptions/refused.ts';
import { headerOf, type SignedDelivery, sign } from '../../sender/signed-delivery.ts';

/** RCV-12: a timestamp changed after signing is refused, even within the tolerance. */
export const rcv12: Check<ReceiverContext> = receiverCheck('RCV-12', { isolation: 'shared', weight: 2 }, async (context) => {
  const { within } = agesOf(context);
  const moved = (what: string, seconds: (at: number) => number): Spoiling => ({
    what: `its timestamp was changed after signing: ${what}`,
    spoil: ({ timestamp, v2 }, at) => ({ signature: headerOf(['t', String(Number(timestamp) + seconds(at))], ['v2', v2]) }),
  });
  await judgeSpoilings(
    context,
    [
      moved('it is one second earlier', () => -1),
      moved('it is one second later', () => 1),
      moved('it is earlier', (at) => -1 - Math.floor(at * (within - 1))),
      moved('it is later', (at) => 1 + Math.floor(at * (within - 1))),
      { what: 'its signature is old, and its timestamp is the present time', spoil: renewed(context.target.toleranceSeconds + within) },
      {
        what: 'a zero was put before its timestamp after signing',
        spoil: ({ timestamp, v2 }) => ({ signature: headerOf(['t', `0${timestamp}`], ['v2', v2]) }),
      },
    ],
    60,
  );
});

/** A signature that was right long ago, with the present timestamp. */
function renewed(ageSeconds: number): Spoiling['spoil'] {
  return ({ timestamp, body }: SignedDelivery, _at, secret) => ({
    signature: headerOf(['t', timestamp], ['v2', sign(secret, String(Number(timestamp) - ageSeconds), body)]),
  });
}
