import { expect, test } from 'vitest';
import { APIS, documentFile } from './documents.ts';
import { prism } from './prism-server.ts';
import { referenceService } from './reference-service.ts';
import { exampleRequests, send } from './requests.ts';
import { needs } from './toolchain.ts';

const KEYS = {
  'X-Service-ApiKey': 'key',
  'X-Service-LicenseKey': 'key',
  'X-Service-ApplicationId': 'foreign-tests',
  Authorization: 'Bearer token',
};

test.for(APIS)('Prism mocks every operation of the %s API', async (api, context) => {
  needs(context, 'npm');
  await using mock = await prism('mock', documentFile(api));
  const answers: Record<string, number> = {};
  const wanted: Record<string, unknown> = {};
  for (const request of await exampleRequests(api)) {
    const { status } = await send(mock.url, request, KEYS);
    answers[request.operationId] = status;
    wanted[request.operationId] = expect.toSatisfy((it: number) => it >= 200 && it < 300);
  }
  expect(Object.keys(answers).length).toBeGreaterThan(0);
  expect(answers).toEqual(wanted);
});

test.for(APIS)('Prism sees no violation of the %s API between a caller and the reference service', async (api, context) => {
  needs(context, 'npm');
  await using service = await referenceService();
  await using proxy = await prism('proxy', documentFile(api), service.url);
  const headers = await service.headers();
  const violations: Record<string, string> = {};
  const statuses: number[] = [];
  for (const request of await exampleRequests(api)) {
    const response = await send(proxy.url, request, headers);
    statuses.push(response.status);
    const found = response.headers.get('sl-violations');
    if (found !== null) violations[request.operationId] = `${response.status} ${found}`;
  }
  expect(violations).toEqual({});
  expect(statuses.filter((status) => status >= 500)).toEqual([]);
});
