import { expect, test } from 'vitest';
import { createWebhook, startRunning } from '../harness/running.ts';

test('D-11, HDR-07: logs tell the application of each request, and no secret', async () => {
  const running = await startRunning();
  const { secret } = await createWebhook(running, { Events: ['Anagrafica.Create'] });
  await running.call('POST', '/api/v3/1/Anagrafica', { body: { nome: 'Ada' }, key: 'once' });
  await running.call('GET', '/api/v3/1/nowhere');
  await running.call('POST', '/api/v3/authenticate', { body: { UserName: 'demo', Password: 'a wrong password' } });
  await running.receiver.waitFor(1);
  await running.close();
  const log = running.logged.join('');
  expect(log).toContain('"applicationId":"tests"');
  const { password, apiKey, companies } = running.access;
  for (const hidden of [secret, password, apiKey, running.token, 'a wrong password', ...companies.map(({ licenseKey }) => licenseKey)]) {
    expect(log).not.toContain(hidden);
  }
});
