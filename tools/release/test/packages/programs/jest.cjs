// Run by Jest as it is set up by default: nothing but CommonJS.
const { createClient, isClientError } = require('@business-cloud/client');
const { createTestClient } = require('@business-cloud/client/testing');
const { createReceiver, verify, WebhookError } = require('@business-cloud/events');
const { fetchReceiver } = require('@business-cloud/events/fetch');
const { createTestSender } = require('@business-cloud/events/testing');

test('the client calls and refuses', async () => {
  const client = createTestClient({
    getArticolo: ({ params }) => ({ status: 200, body: { id: Number(params.articoloId), concurrencyToken: 0 } }),
  });
  expect((await client.company(1, 'key').articolo.get(8)).data.id).toBe(8);
  expect(() => createClient({})).toThrow(expect.objectContaining({ code: 'invalid-argument' }));
  await client
    .company(1, 'key')
    .anagrafica.get(8)
    .catch((error) => expect(isClientError(error)).toBe(true));
});

test('the events are received and verified', async () => {
  const seen = [];
  const to = fetchReceiver(createReceiver({ secret: 's', onEvent: ({ Type }) => void seen.push(Type) }));
  const sender = createTestSender({ to, secret: 's' });
  expect([(await sender.send()).status, (await sender.tamper('body')).status, seen]).toEqual([204, 400, ['Anagrafica.Create']]);
  expect(() => verify({ header: null, body: new Uint8Array(), secret: 's' })).toThrow(WebhookError);
});
