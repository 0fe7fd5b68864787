import { randomBytes } from 'node:crypto';
import { IDEMPOTENCY_RETENTION_MS, type Outcome, type Transactions } from '@business-cloud/server';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { objectId } from '../../src/model/ids.ts';
import { createSealer } from '../../src/security/sealing.ts';
import type { Database } from '../../src/store/sql/database.ts';
import { createListTurns } from '../../src/usecases/list-turns.ts';
import type { Session } from '../../src/usecases/session.ts';
import { createTransactions } from '../../src/usecases/transactions.ts';
import { preparedDatabase } from '../harness/prepared-database.ts';
import { stores } from '../harness/stores.ts';

const access = { user: { id: 'ada' }, companyId: 1, applicationId: undefined };
const key = { key: 'k', fingerprint: 'f' };
const done: Outcome = { answer: { status: 201, headers: {}, body: '{"secret":"whsec_plain"}' }, effective: true, remembered: true };
const refused: Outcome = { answer: { status: 422, headers: {}, body: 'no' }, effective: false, remembered: true };

describe.each(stores)('on $name', ({ location }) => {
  let database: Database;
  let transactions: Transactions<Session>;
  let now: number;

  beforeEach(async () => {
    now = 1_000;
    database = await preparedDatabase(await location());
    transactions = createTransactions({
      database,
      sealer: createSealer(randomBytes(32)),
      lists: createListTurns(),
      now: () => now,
      onDeliveries: () => {},
    });
    await transactions.write(access, async (session) => {
      await session.webhooks.insert({ aziendaId: null, url: 'https://example.com/', description: null, events: ['Anagrafica.Create'] });
      return { ...done, remembered: false };
    });
  });
  afterEach(() => database.close());

  async function rows(): Promise<Record<'object' | 'event' | 'delivery' | 'idempotency', number>> {
    const count = async (table: 'object' | 'event' | 'delivery' | 'idempotency') =>
      (await database.migrating.selectFrom(table).selectAll().execute()).length;
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
      await session.company().insert('Anagrafica', { nome: 'Ada' });
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

  test('a key whose work is over is in progress no more, however many ask for it at once', async () => {
    await transactions.writeOnce(access, key, async () => done);
    const retries = Array.from({ length: 8 }, () => transactions.writeOnce(access, key, async () => done));
    expect((await Promise.all(retries)).map(({ kind }) => kind)).toEqual(Array.from({ length: 8 }, () => 'replayed'));
  });

  test('of the requests that come while the work of a key runs each learns so without waiting for it', async () => {
    let end: () => void = () => undefined;
    const first = transactions.writeOnce(access, key, async () => {
      await new Promise<void>((resolve) => {
        end = resolve;
      });
      return done;
    });
    const others = await Promise.all(Array.from({ length: 4 }, () => transactions.writeOnce(access, key, async () => done)));
    end();
    expect(others.map(({ kind }) => kind)).toEqual(Array.from({ length: 4 }, () => 'in-progress'));
    expect((await first).kind).toBe('executed');
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
      await database.migrating.selectFrom('idempotency').selectAll().execute(),
      await database.migrating.selectFrom('webhook').selectAll().execute(),
    ]);
    expect(stored).not.toContain('whsec_');
  });

  test('COMP-03: a session reaches the company of its request, and none when the request has none', async () => {
    await transactions.write(access, creating(done));
    const listed = (companyId: number | undefined) =>
      transactions.read({ ...access, companyId }, async (session) => {
        const { entries } = await session.company().list('Anagrafica', { after: objectId(0), limit: 10 });
        return { ...done, answer: { ...done.answer, body: String(entries.length) } };
      });
    expect((await listed(1)).body).toBe('1');
    expect((await listed(2)).body).toBe('0');
    await expect(listed(undefined)).rejects.toMatchObject({ code: 'wrong-company' });
  });
});
