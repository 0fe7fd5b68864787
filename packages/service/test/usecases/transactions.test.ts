import { randomBytes } from 'node:crypto';
import { IDEMPOTENCY_RETENTION_MS, type Outcome, type Transactions } from '@business-cloud/server';
import type { Kysely } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createSealer } from '../../src/security/sealing.ts';
import { openDatabase } from '../../src/store/database.ts';
import { migrate } from '../../src/store/sql/migrations.ts';
import type { Schema } from '../../src/store/sql/schema.ts';
import type { Session } from '../../src/usecases/session.ts';
import { createTransactions } from '../../src/usecases/transactions.ts';
import { stores } from '../harness/stores.ts';

const access = { user: { id: 'ada' }, companyId: 1, applicationId: undefined };
const key = { key: 'k', fingerprint: 'f' };
const done: Outcome = { answer: { status: 201, headers: {}, body: '{"secret":"whsec_plain"}' }, effective: true, remembered: true };
const refused: Outcome = { answer: { status: 422, headers: {}, body: 'no' }, effective: false, remembered: true };

describe.each(stores)('on $name', ({ location }) => {
  let db: Kysely<Schema>;
  let transactions: Transactions<Session>;
  let now: number;

  beforeEach(async () => {
    now = 1_000;
    const database = await openDatabase(await location());
    db = database.db;
    await migrate(db);
    await db.insertInto('account_company').values({ account_id: 'ada', company_id: 1 }).execute();
    transactions = createTransactions({ ...database, sealer: createSealer(randomBytes(32)), now: () => now, onDeliveries: () => {} });
    await transactions.write(access, async (session) => {
      await session.webhooks.insert({ aziendaId: null, url: 'https://example.com/', description: null, events: ['Anagrafica.Create'] });
      return { ...done, remembered: false };
    });
  });
  afterEach(() => db.destroy());

  async function rows(): Promise<Record<'object' | 'event' | 'delivery' | 'idempotency', number>> {
    const count = async (table: 'object' | 'event' | 'delivery' | 'idempotency') =>
      (await db.selectFrom(table).selectAll().execute()).length;
    return {
      object: await count('object'),
      event: await count('event'),
      delivery: await count('delivery'),
      idempotency: await count('idempotency'),
    };
  }

  /** A work that writes an object and an event, and then comes to the outcome. */
  function creating(outcome: Outcome): (session: Session) => Promise<Outcome> {
    return async (session) => {
      await session.company(1).insert('Anagrafica', { nome: 'Ada' });
      await session.record('Anagrafica.Create', { nome: 'Ada' });
      return outcome;
    };
  }

  test('key, effect, event and delivery commit together', async () => {
    await transactions.writeOnce(access, key, creating(done));
    expect(await rows()).toEqual({ object: 1, event: 1, delivery: 1, idempotency: 1 });
  });

  test('a work that throws leaves no key, no effect, no event, and unlocks the key', async () => {
    const failing = transactions.writeOnce(access, key, async (session) => {
      await creating(done)(session);
      throw new Error('on purpose');
    });
    await expect(failing).rejects.toThrow('on purpose');
    expect(await rows()).toEqual({ object: 0, event: 0, delivery: 0, idempotency: 0 });
    expect((await transactions.writeOnce(access, key, async () => done)).kind).toBe('executed');
  });

  test('a refusal that is remembered leaves its answer alone', async () => {
    await transactions.writeOnce(access, key, creating(refused));
    expect(await rows()).toEqual({ object: 0, event: 0, delivery: 0, idempotency: 1 });
  });

  test('without a key a refusal is undone whole', async () => {
    await transactions.write(access, creating(refused));
    expect(await rows()).toEqual({ object: 0, event: 0, delivery: 0, idempotency: 0 });
  });

  test('a key is in progress while its work runs, and only for its user', async () => {
    const outcome = await transactions.writeOnce(access, key, async () => {
      expect((await transactions.writeOnce(access, key, async () => done)).kind).toBe('in-progress');
      return done;
    });
    expect(outcome.kind).toBe('executed');
    const other = { ...access, user: { id: 'grace' } };
    expect((await transactions.writeOnce(other, key, async () => done)).kind).toBe('executed');
  });

  test('IDEM-12: an expired key is kept anew with all that it stands for now', async () => {
    const later = { ...done, answer: { status: 200, headers: { etag: 'later' }, body: 'later' } };
    const other = { ...key, fingerprint: 'other' };
    await transactions.writeOnce(access, key, creating(done));
    now += IDEMPOTENCY_RETENTION_MS;
    expect(await transactions.writeOnce(access, other, creating(later))).toEqual({ kind: 'executed', answer: later.answer });
    now += IDEMPOTENCY_RETENTION_MS - 1;
    expect(await transactions.writeOnce(access, other, creating(done))).toEqual({ kind: 'replayed', answer: later.answer });
    expect(await transactions.writeOnce(access, key, creating(done))).toEqual({ kind: 'mismatch' });
  });

  test('an outcome that is not remembered leaves no key', async () => {
    await transactions.writeOnce(access, key, async () => ({ ...done, remembered: false }));
    expect((await rows()).idempotency).toBe(0);
  });

  test('stored answers and webhook secrets cannot be read from the database', async () => {
    await transactions.writeOnce(access, key, async () => done);
    const stored = JSON.stringify([
      await db.selectFrom('idempotency').selectAll().execute(),
      await db.selectFrom('webhook').selectAll().execute(),
    ]);
    expect(stored).not.toContain('whsec_');
  });

  test('COMP-03: a session reaches no company but the one of its request', async () => {
    const read = transactions.read(access, async (session) => {
      session.company(2);
      return done;
    });
    await expect(read).rejects.toMatchObject({ code: 'wrong-company' });
  });
});
