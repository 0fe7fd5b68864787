import fc from 'fast-check';
import { type Check, receiverCheck } from '../../model/check.ts';
import type { ReceiverContext } from '../../model/receiver-context.ts';
import { judgeAccepted } from '../../scenarios/receptions/accepted.ts';
import { agesBeyond, agesOf, judgeRefusedAges } from '../../scenarios/receptions/ages.ts';
import { judgeSpoilings, type Spoiling } from '../../scenarios/receptions/refused.ts';
import { anyEvent, type SampleEvent, spread } from '../../sender/event.ts';
import { headerOf, type SignedDelivery, sign, signedDelivery } from '../../sender/signed-delivery.ts';

/** The present time, not in digits alone. Each is signed as it is written. */
const notDigits: readonly Spoiling[] = [
  written((now) => `${now}.0`),
  written((now) => `${now}.5`),
  written((now) => `+${now}`),
  written((now) => `${now}s`),
  written((now) => `0x${Number(now).toString(16)}`),
  written((now) => `${Number(now) / 1e9}e9`),
  written((now) => new Date(Number(now) * 1000).toISOString()),
  written(() => ''),
  written((now) => `-${now}`),
];

function written(write: (now: string) => string): Spoiling {
  return {
    what: `its timestamp is not digits only: ${write('1700000000')}`,
    spoil: ({ timestamp, body }, _at, secret) => {
      const text = write(timestamp);
      return { signature: headerOf(['t', text], ['v2', sign(secret, text, body)]) };
    },
  };
}

const name = fc
  .stringMatching(/^[A-Za-z][A-Za-z0-9_]{0,15}$/)
  .filter((text) => !/^(type|object|eventguid|companyid|applicationid)$/i.test(text));
const unknownFields = fc.dictionary(name, fc.jsonValue({ maxDepth: 2 }), { minKeys: 1, maxKeys: 3 });
const exampleFields: readonly object[] = [
  { Version: 2 },
  { occurredAt: '2026-01-01T00:00:00Z' },
  { Meta: { a: [1, null] } },
  { Retry: false, Cause: null },
];

/** RCV-16: a timestamp too far in the future, or not digits only, is refused. Unknown fields of Evento are tolerated. */
export const rcv16: Check<ReceiverContext> = receiverCheck('RCV-16', { isolation: 'shared', weight: 3 }, async (context) => {
  const ages = agesOf(context);
  const { beyond } = ages;
  const ahead = agesBeyond(ages).map((age) => -age);
  await judgeRefusedAges(context, ages, ahead, [-beyond, -beyond - 1, -2 * beyond, -beyond - 86_400, -beyond - 31_557_600], 30);
  await judgeSpoilings(context, notDigits, 20);
  await context.forAll(fc.record({ event: anyEvent, how: unknownFields }), 20, (one) => judgeUnknown(context, one), spread(exampleFields));
});

async function judgeUnknown(context: ReceiverContext, { event, how }: { event: SampleEvent; how: object }): Promise<void> {
  const { secret } = context.target;
  const write = (evento: object): string => JSON.stringify({ ...evento, ...how });
  const plain = (): SignedDelivery => signedDelivery(secret, event, context.freshKey());
  const delivery = signedDelivery(secret, event, context.freshKey(), { write });
  await judgeAccepted(context, delivery, plain, `its Evento has the unknown fields ${Object.keys(how).join(', ')}`);
}
