import { type Answer, type BoundKey, IDEMPOTENCY_RETENTION_MS } from '@business-cloud/server';
import type { Kysely } from 'kysely';
import type { Sealer } from '../security/sealing.ts';
import type { Schema } from './schema.ts';

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

export function answerStore(db: Kysely<Schema>, accountId: string, sealer: Sealer, now: () => number): AnswerStore {
  const purpose = ({ key }: BoundKey): string => `answer ${JSON.stringify([accountId, key])}`;
  return {
    async find(key) {
      const row = await db
        .selectFrom('idempotency')
        .select(['fingerprint', 'answer_sealed'])
        .where('account_id', '=', accountId)
        .where('key', '=', key.key)
        .where('expires_at', '>', now()) // IDEM-11, IDEM-12
        .executeTakeFirst();
      if (row === undefined) return { kind: 'unknown' };
      if (row.fingerprint !== key.fingerprint) return { kind: 'mismatch' };
      return { kind: 'known', answer: JSON.parse(sealer.open(row.answer_sealed, purpose(key))) as Answer };
    },
    async keep(key, answer) {
      const kept = {
        fingerprint: key.fingerprint,
        answer_sealed: sealer.seal(JSON.stringify(answer), purpose(key)),
        expires_at: now() + IDEMPOTENCY_RETENTION_MS,
      };
      await db
        .insertInto('idempotency')
        .values({ account_id: accountId, key: key.key, ...kept })
        .onConflict((conflict) => conflict.columns(['account_id', 'key']).doUpdateSet(kept)) // an expired one
        .execute();
    },
  };
}
