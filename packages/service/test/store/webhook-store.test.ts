import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { accountId } from '../../src/model/ids.ts';
import { createSealer } from '../../src/security/sealing.ts';
import { openDatabase } from '../../src/store/open-database.ts';
import type { Database } from '../../src/store/sql/database.ts';
import { migrate } from '../../src/store/sql/migrations.ts';
import { type WebhookStore, webhookStore } from '../../src/store/webhook-store.ts';
import { createProvisioning } from '../../src/usecases/provisioning.ts';
import { stores } from '../harness/stores.ts';

const settings = { aziendaId: null, url: 'https://example.com/', description: null, events: ['articolo.Create'] };

describe.each(stores)('on $name', ({ location }) => {
  let database: Database;
  let webhooks: WebhookStore;

  beforeEach(async () => {
    database = await openDatabase(await location());
    await migrate(database);
    await createProvisioning(database.connection).account({ name: 'ada', password: 'secret', companyIds: [] });
    webhooks = webhookStore(database.connection, accountId('ada'), createSealer(randomBytes(32)));
  });
  afterEach(() => database.close());

  test('RES-01: members that the service does not know are kept, replaced, and gone when they are not sent', async () => {
    const { webhook } = await webhooks.insert({ ...settings, members: { colore: 'rosso', limiti: { alGiorno: 3 } } });
    expect(webhook.members).toEqual({ colore: 'rosso', limiti: { alGiorno: 3 } });
    expect(await webhooks.get(webhook.id)).toEqual(webhook);
    await webhooks.replace(webhook.id, 1, { ...settings, members: { colore: 'blu' } });
    expect((await webhooks.get(webhook.id))?.members).toEqual({ colore: 'blu' });
    await webhooks.replace(webhook.id, 2, settings);
    expect((await webhooks.get(webhook.id))?.members).toEqual({});
  });
});
