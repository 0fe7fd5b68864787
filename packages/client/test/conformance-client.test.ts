import { expect, test } from 'vitest';
import { runScenario } from './conformance-client.ts';
import { problem, type Script, scriptedService, withLogins } from './scripted-service.ts';

const WEBHOOK = { id: 5, aziendaId: null, url: 'https://example.com', events: ['articolo.Create'], concurrencyToken: 2 ** 53 - 1 };

const answers: Script = ({ method, path }) => {
  if (path.includes('/webhook/')) return method === 'DELETE' ? { status: 204 } : { status: 200, body: WEBHOOK };
  return path.endsWith('/Azienda') ? { status: 200, body: [{ id: 1 }] } : { status: method === 'POST' ? 201 : 200, body: { id: 5 } };
};

async function calls(scenario: string, script: Script): Promise<readonly string[]> {
  await using service = await scriptedService(withLogins(script));
  const { adminUrl, customerUrl, userName, password, apiKey } = service.options;
  await runScenario({
    ...{
      CONFORMANCE_SCENARIO: scenario,
      CONFORMANCE_ADMIN_URL: adminUrl,
      CONFORMANCE_CUSTOMER_URL: customerUrl,
      CONFORMANCE_USERNAME: userName,
    },
    ...{ CONFORMANCE_PASSWORD: password, CONFORMANCE_API_KEY: apiKey, CONFORMANCE_APPLICATION_ID: 'judge', CONFORMANCE_OBJECT_ID: '5' },
    ...{
      CONFORMANCE_COMPANY_ID: '1',
      CONFORMANCE_LICENSE_KEY: 'l1',
      CONFORMANCE_OTHER_COMPANY_ID: '2',
      CONFORMANCE_OTHER_LICENSE_KEY: 'l2',
    },
    ...{ CONFORMANCE_NOME: 'Rossi', CONFORMANCE_DEADLINE_MS: '8000' },
  });
  return service
    .calls()
    .map(({ method, path, headers }) => `${method} ${path.replace('/customer/api/v3', '')} ${headers['x-service-licensekey']}`);
}

test.for([
  ['list-companies', ['GET /config/Azienda l1']],
  ['get-articolo', ['GET /1/articolo/5 l1']],
  ['get-articolo-other', ['GET /1/articolo/5 l1', 'GET /2/articolo/5 l2']],
  ['create-anagrafica', ['POST /1/Anagrafica l1']],
  ['create-two', ['POST /1/Anagrafica l1', 'POST /1/Anagrafica l1']],
  ['update-webhook', ['GET /config/webhook/5 l1', 'PUT /config/webhook/5 l1']],
  ['delete-webhook', ['DELETE /config/webhook/5 l1']],
  ['parallel-reads', Array.from({ length: 11 }, () => 'GET /1/articolo/5 l1')],
] as const)('the scenario %s sends what it says', async ([scenario, sent]) => {
  expect(await calls(scenario, answers)).toEqual(sent);
});

test('a scenario whose operation is refused fails', async () => {
  await expect(
    calls('update-webhook', ({ method }, seen) =>
      method === 'PUT' ? problem(403, 'x') : answers({ method, path: '/webhook/', headers: {}, body: '' }, seen),
    ),
  ).rejects.toMatchObject({ code: 'forbidden' });
});
