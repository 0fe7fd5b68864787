import fc from 'fast-check';
import { type Check, receiverCheck } from '../../model/check.ts';
import type { ReceiverContext } from '../../model/receiver-context.ts';
import { agesOf } from '../../scenarios/receptions/ages.ts';
import { type Form, judgeForms } from '../../scenarios/receptions/forms.ts';
import { headerOf, rewritten, sign } from '../../sender/signed-delivery.ts';

/** The present time, not in digits alone. Each is signed as it is written. */
const notDigits: readonly Form[] = [
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

function written(write: (now: string) => string): Form {
  return {
    what: `its timestamp is not digits only: ${write('1700000000')}`,
    make: ({ timestamp, body }, _at, secret) => {
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
  const { beyond, anyBeyond, aged } = agesOf(context);
  const ahead = [beyond, beyond + 1, 2 * beyond, beyond + 86_400, beyond + 31_557_600];
  await judgeForms(
    context,
    'refuse',
    ahead.map((by) => aged(-by)),
    { runs: 30, drawn: anyBeyond.map((by) => aged(-by)) },
  );
  await judgeForms(context, 'refuse', notDigits, { runs: 20 });
  await judgeForms(context, 'accept', exampleFields.map(withFields), { runs: 20, drawn: unknownFields.map(withFields) });
});

function withFields(fields: object): Form {
  return {
    what: `its Evento has the unknown fields ${Object.keys(fields).join(', ')}`,
    make: (plain, _at, secret) => rewritten(secret, plain, (evento) => JSON.stringify({ ...evento, ...fields })),
  };
}
