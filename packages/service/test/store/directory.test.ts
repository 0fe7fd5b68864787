import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { accountId, companyId } from '../../src/model/ids.ts';
import { createSealer } from '../../src/security/sealing.ts';
import { companyStore } from '../../src/store/company-store.ts';
import { createDirectory, type Directory } from '../../src/store/directory.ts';
import { recordEvent } from '../../src/store/event-recorder.ts';
import { openDatabase } from '../../src/store/open-database.ts';
import type { Database } from '../../src/store/sql/database.ts';
import { migrate } from '../../src/store/sql/migrations.ts';
import { webhookStore } from '../../src/store/webhook-store.ts';
import { createProvisioning, type Provisioning } from '../../src/usecases/provisioning.ts';
import { stores } from '../harness/stores.ts';

describe.each(stores)('on $name', ({ location }) => {
  let database: Database;
  let directory: Directory;
  let provisioning: Provisioning;

  beforeEach(async () => {
    database = await openDatabase(await location());
    await migrate(database);
    directory = createDirectory(database);
    provisioning = createProvisioning(database.connection);
    for (const id of [1, 2]) await provisioning.company({ id, azienda: { nome: `Company ${id}` } });
    await provisioning.account({ name: 'ada', password: 'secret', companyIds: [1, 2] });
    const store = webhookStore(database.connection, accountId('ada'), createSealer(randomBytes(32)));
    for (const aziendaId of [companyId(1), null])
      await store.insert({ aziendaId, url: 'https://example.com/', description: null, events: ['articolo.Create'] });
    for (const company of [companyId(1), companyId(2)]) {
      await companyStore(database.connection, company).insert('Anagrafica', { nome: 'Kept' });
      await recordEvent(database.connection, {
        companyId: company,
        type: 'articolo.Create',
        object: {},
        applicationId: undefined,
        occurredAt: 1,
        origin: 'cloud',
      });
    }
  });
  afterEach(() => database.close());

  test('what is set up is listed, and no secret of it', async () => {
    const { id, label } = { id: expect.stringMatching(/^[0-9a-f]{12}$/), label: 'shop' };
    const apiKey = await provisioning.apiKey('shop');
    expect(await directory.companies()).toEqual([
      { id: 1, nome: 'Company 1' },
      { id: 2, nome: 'Company 2' },
    ]);
    expect(await directory.accounts()).toEqual([{ name: 'ada', companyIds: [1, 2] }]);
    expect(await directory.apiKeys()).toEqual([{ id, label }]);
    expect(JSON.stringify(await directory.apiKeys())).not.toContain(apiKey);
    expect((await directory.webhooks()).map(({ aziendaId, pending }) => [aziendaId, pending])).toEqual([
      [1, 1],
      [null, 2],
    ]);
  });

  test('COMP-03: a company that is removed takes what is in it along, and nothing else', async () => {
    expect(await directory.removeCompany(companyId(1))).toBe(true);
    expect(await directory.removeCompany(companyId(1))).toBe(false);
    expect((await database.migrating.selectFrom('object').select('company_id').execute()).map(({ company_id }) => company_id)).toEqual([2]);
    expect(await directory.accounts()).toEqual([{ name: 'ada', companyIds: [2] }]);
    expect((await directory.webhooks()).map(({ aziendaId, pending }) => [aziendaId, pending])).toEqual([[null, 1]]);
  });

  test('a user that is removed takes tokens and webhooks along', async () => {
    await database.migrating
      .insertInto('token')
      .values({ hash: 'h', account_id: accountId('ada'), expires_at: 1 })
      .execute();
    expect([await directory.removeAccount(accountId('ada')), await directory.removeAccount(accountId('ada'))]).toEqual([true, false]);
    expect(await database.migrating.selectFrom('token').selectAll().execute()).toEqual([]);
    expect(await directory.webhooks()).toEqual([]);
    expect(await database.migrating.selectFrom('delivery').select('id').where('state', '=', 'pending').execute()).toEqual([]);
  });

  test('a user who gets a new password loses the tokens that the old one gave, and nobody else does', async () => {
    await provisioning.account({ name: 'bob', password: 'secret', companyIds: [1] });
    const tokens = ['ada', 'bob'].map((name) => ({ hash: name, account_id: accountId(name), expires_at: 1 }));
    await database.migrating.insertInto('token').values(tokens).execute();
    await provisioning.account({ name: 'ada', password: 'another', companyIds: [2] });
    expect(await database.migrating.selectFrom('token').select('account_id').execute()).toEqual([{ account_id: 'bob' }]);
    expect(await directory.accounts()).toContainEqual({ name: 'ada', companyIds: [1, 2] });
  });

  test('an API key is removed by its identifier', async () => {
    await provisioning.apiKey('shop');
    const [key] = await directory.apiKeys();
    expect([await directory.removeApiKey(key?.id ?? ''), await directory.removeApiKey('000000000000')]).toEqual([true, false]);
    expect(await directory.apiKeys()).toEqual([]);
  });
});
