// A program that loads both packages twice, by `import` and by `require`: the errors of one copy are known to the other.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import * as client from '@business-cloud/client';
import * as events from '@business-cloud/events';

const require = createRequire(import.meta.url);
const required = { client: require('@business-cloud/client'), events: require('@business-cloud/events') };
assert.notEqual(required.client.ClientError, client.ClientError);
const thrownBy = (call) => {
  try {
    return call();
  } catch (error) {
    return error;
  }
};
for (const [one, other] of [
  [client, required.client],
  [required.client, client],
])
  assert(other.isClientError(thrownBy(() => one.createClient({}))));
const input = { header: null, body: new Uint8Array(), secret: 's' };
for (const [one, other] of [
  [events, required.events],
  [required.events, events],
])
  assert(thrownBy(() => one.verify(input)) instanceof other.WebhookError);
console.log('known');
