import { type Answer, type BoundKey, IDEMPOTENCY_RETENTION_MS } from '@business-cloud/server';
import type { AccountId } from '../model/ids.ts';
import type { Sealer } from '../security/sealing.ts';
import type { Connection } from './sql/connection.ts';
import { statement } from './sql/statement.ts';

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

/** Where an answer is: a key belongs to one user (IDEM-13). */
interface Place {
  readonly accountId: AccountId;
  readonly key: string;
}

const answerAt = statement(
  (db, $: Place & { readonly now: number }) =>
    db
      .selectFrom('idempotency')
      .select(['fingerprint', 'answer_sealed'])
      .where('account_id', '=', $.accountId)
      .where('key', '=', $.key)
      .where('expires_at', '>', $.now), // IDEM-11, IDEM-12
);

const keepAnswer = statement((db, $: Place & { readonly fingerprint: string; readonly answerSealed: string; readonly expiresAt: number }) =>
  db
    .insertInto('idempotency')
    .values({
      account_id: $.accountId,
      key: $.key,
      fingerprint: $.fingerprint,
      answer_sealed: $.answerSealed,
      expires_at: $.expiresAt,
    })
    .onConflict((conflict) =>
      // An expired one stands in its place.
      conflict.columns(['account_id', 'key']).doUpdateSet(({ ref }) => ({
        fingerprint: ref('excluded.fingerprint'),
        answer_sealed: ref('excluded.answer_sealed'),
        expires_at: ref('excluded.expires_at'),
      })),
    ),
);

const anyAnswer = statement((db, $: { readonly now: number }) =>
  db.selectFrom('idempotency').select(['account_id', 'key', 'answer_sealed']).where('expires_at', '>', $.now).limit(1),
);

export function answerStore(connection: Connection, accountId: AccountId, sealer: Sealer, now: () => number): AnswerStore {
  return {
    async find({ key, fingerprint }) {
      const row = await answerAt.first(connection, { accountId, key, now: now() });
      if (row === undefined) return { kind: 'unknown' };
      if (row.fingerprint !== fingerprint) return { kind: 'mismatch' };
      return { kind: 'known', answer: JSON.parse(sealer.open(row.answer_sealed, purposeOf(accountId, key))) as Answer };
    },
    async keep({ key, fingerprint }, answer) {
      const answerSealed = sealer.seal(JSON.stringify(answer), purposeOf(accountId, key));
      await keepAnswer.all(connection, { accountId, key, fingerprint, answerSealed, expiresAt: now() + IDEMPOTENCY_RETENTION_MS });
    },
  };
}

/** Opens any stored answer, to see whether the key fits. @throws {ServiceError} `seal-broken` when it does not */
export async function requireAnswerOpens(connection: Connection, sealer: Sealer, now: number): Promise<void> {
  const row = await anyAnswer.first(connection, { now });
  if (row !== undefined) sealer.open(row.answer_sealed, purposeOf(row.account_id, row.key));
}

/** What a stored answer's seal is bound to: its row. */
function purposeOf(accountId: AccountId, key: string): string {
  return `answer ${JSON.stringify([accountId, key])}`;
}
