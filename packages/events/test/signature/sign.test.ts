import { expect, test } from 'vitest';
import { ENTRIES } from '../entries.ts';

/** printf '1700000000.'; cat body | openssl dgst -sha256 -hmac ' whsec à ' */
const BODY: Uint8Array = Uint8Array.from(Buffer.from('eyJub21lIjoiQ2l0dMOgIDEuMCJ9Cg==', 'base64'));
const SIGNATURE = '5ce5537ff5a61ea44dd952b4b9f6a214bed29fea4fb786c6490312c006357a0e';

test.for(ENTRIES)('$name: SIG-02, SIG-05: signs as openssl does, the secret with its spaces', async ({ sign }) => {
  expect(await sign({ body: BODY, secret: ' whsec à ', timestamp: 1_700_000_000 })).toBe(`t=1700000000,v2=${SIGNATURE}`);
});

test.for(ENTRIES)('$name: refuses to sign with an empty secret, at no whole second, or what is not bytes', async ({ sign }) => {
  const sound = { body: BODY, secret: 's', timestamp: 1 };
  await expect(async () => sign({ ...sound, secret: '' })).rejects.toThrow(TypeError);
  for (const timestamp of [1.5, -1, Number.NaN, 2 ** 53])
    await expect(async () => sign({ ...sound, timestamp })).rejects.toThrow(TypeError);
  await expect(async () => sign({ ...sound, body: '{}' as never })).rejects.toMatchObject({ code: 'body-not-bytes' });
});
