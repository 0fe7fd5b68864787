import type { LookupAddress } from 'node:dns';
import { expect, test } from 'vitest';
import { createAddressPolicy } from '../../src/delivery/address-policy.ts';
import { guardedLookup } from '../../src/delivery/guarded-lookup.ts';

const PUBLIC = { address: '8.8.8.8', family: 4 };
const PRIVATE = { address: '10.0.0.1', family: 4 };
const MAPPED = { address: '::ffff:10.0.0.1', family: 6 };

/** What a connection is given for a name, when the DNS answers these addresses. */
function dial(answers: readonly LookupAddress[], all: boolean): Promise<unknown> {
  const lookup = guardedLookup(createAddressPolicy([]), (_name, _options, callback) => callback(null, [...answers]));
  return new Promise((resolve, reject) =>
    lookup('example.com', { all }, (error, address) => (error === null ? resolve(address) : reject(error))),
  );
}

test.each([[[PRIVATE]], [[MAPPED]], [[PRIVATE, MAPPED]], [[]]])(
  'D-10: a name that stands for %j is refused at the dial',
  async (answers) => {
    await expect(dial(answers, true)).rejects.toMatchObject({ code: 'egress-refused' });
    await expect(dial(answers, false)).rejects.toMatchObject({ code: 'egress-refused' });
  },
);

test('D-10: of several addresses only the public ones are dialled, whichever comes first', async () => {
  expect(await dial([PRIVATE, PUBLIC, MAPPED], true)).toEqual([PUBLIC]);
  expect(await dial([PRIVATE, PUBLIC], false)).toBe(PUBLIC.address);
});

test('D-10: every dial asks anew, so that a name that changes its address is refused then', async () => {
  const answers = [PUBLIC, PRIVATE];
  const lookup = guardedLookup(createAddressPolicy([]), (_name, _options, callback) => callback(null, answers.splice(0, 1)));
  const next = () => new Promise((resolve) => lookup('example.com', { all: false }, (error, address) => resolve(error?.name ?? address)));
  expect([await next(), await next()]).toEqual([PUBLIC.address, 'ServiceError']);
});
