import type { Logger } from 'pino';
import { ServiceError } from '../model/service-error.ts';
import { createSealer, type Sealer } from '../security/sealing.ts';
import { answerPurpose } from './answer-store.ts';
import { type Database, openDatabase } from './database.ts';
import { migrate } from './sql/migrations.ts';
import { WEBHOOK_SECRET_PURPOSE } from './webhook-store.ts';

/** Where the data are, and what seals the secrets in them. */
export interface StoreOptions {
  /** A SQLite file, `:memory:` for data that end with the process, or `postgres://user:password@host:port/name`. */
  readonly database: string;
  /** 32 bytes that seal the secrets in the database (D-11). */
  readonly sealingKey: Buffer;
  readonly log: Logger;
}

/** A database at this version's schema, and its seal. */
export interface OpenedStore {
  readonly database: Database;
  readonly sealer: Sealer;
}

/** @throws {ServiceError} when the database cannot be used, or the key is not the one that it was sealed with */
export async function openStore({ database: location, sealingKey, log }: StoreOptions): Promise<OpenedStore> {
  const database = await openDatabase(location, (error) => log.warn({ err: error }, 'A connection to the database was lost.'));
  try {
    await migrate(database.db);
    const sealer = createSealer(sealingKey);
    await requireKey(database, sealer);
    return { database, sealer };
  } catch (error) {
    await database.close();
    throw error;
  }
}

// With another key no delivery could be signed, and no answer replayed: better said at the start.
async function requireKey({ db }: Database, sealer: Sealer): Promise<void> {
  const webhook = await db.selectFrom('webhook').select('secret_sealed').limit(1).executeTakeFirst();
  const answers = db.selectFrom('idempotency').select(['account_id', 'key', 'answer_sealed']);
  const answer = await answers.where('expires_at', '>', Date.now()).limit(1).executeTakeFirst();
  try {
    if (webhook !== undefined) sealer.open(webhook.secret_sealed, WEBHOOK_SECRET_PURPOSE);
    if (answer !== undefined) sealer.open(answer.answer_sealed, answerPurpose(answer.account_id, answer.key));
  } catch (cause) {
    throw new ServiceError('key-unusable', 'The secrets in the database were sealed with another key; name its file with --key-file.', {
      cause,
    });
  }
}
