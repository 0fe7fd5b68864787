import { type Answer, type BoundKey, IDEMPOTENCY_RETENTION_MS } from '@business-cloud/server';
import type { Kysely } from 'kysely';
import type { Sealer } from '../security/sealing.ts';
import { preparedQuery } from './sql/prepared-query.ts';
import type { Schema } from './sql/schema.ts';

/** What is known of an idempotency key. */
export type KnownAnswer =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'mismatch' }
  | { readonly kind: 'known'; readonly answer: Answer };

/** The stored answers of one user. They are sealed: a webhook's creation holds its secret (D-07). */
export interface AnswerStore {
  find(key: BoundKey): Promise<KnownAnswer>;
  keep(key: BoundKey, answer: Answer): Promise<void>;
}

const findQuery = preparedQuery(
  (db) =>
    db
      .selectFrom('idempotency')
      .select(['fingerprint', 'answer_sealed'])
      .where('account_id', '=', '')
      .where('key', '=', '')
      .where('expires_at', '>', 0), // IDEM-11, IDEM-12
);
const keepQuery = preparedQuery((db) =>
  db
    .insertInto('idempotency')
    .values({ account_id: '', key: '', fingerprint: '', answer_sealed: '', expires_at: 0 })
    .onConflict((conflict) =>
      // an expired one
      conflict.columns(['account_id', 'key']).doUpdateSet(({ ref }) => ({
        fingerprint: ref('excluded.fingerprint'),
        answer_sealed: ref('excluded.answer_sealed'),
        expires_at: ref('excluded.expires_at'),
      })),
    ),
);

/** What a stored answer's seal is bound to: its row. */
export function answerPurpose(accountId: string, key: string): string {
  return `answer ${JSON.stringify([accountId, key])}`;
}

export function answerStore(db: Kysely<Schema>, accountId: string, sealer: Sealer, now: () => number): AnswerStore {
  const purpose = ({ key }: BoundKey): string => answerPurpose(accountId, key);
  return {
    async find(key) {
      const { rows } = await findQuery(db, [accountId, key.key, now()]);
      const [row] = rows;
      if (row === undefined) return { kind: 'unknown' };
      if (row.fingerprint !== key.fingerprint) return { kind: 'mismatch' };
      return { kind: 'known', answer: JSON.parse(sealer.open(row.answer_sealed, purpose(key))) as Answer };
    },
    async keep(key, answer) {
      const sealed = sealer.seal(JSON.stringify(answer), purpose(key));
      await keepQuery(db, [accountId, key.key, key.fingerprint, sealed, now() + IDEMPOTENCY_RETENTION_MS]);
    },
  };
}
