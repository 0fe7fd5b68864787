import type { ApiKeys, Licenses, TokenVerifier } from '@business-cloud/server';
import type { Kysely } from 'kysely';
import { sameHash, secretHash } from '../security/secrets.ts';
import type { Schema } from '../store/schema.ts';
import { recently } from './recent.ts';

// Tokens and keys are looked up by their hash: how long that takes says nothing of the secret itself (D-11).

/** Knows the tokens that were issued and are not expired (AUTH-03 to AUTH-05). */
export function createTokenVerifier(db: Kysely<Schema>, now: () => number): TokenVerifier {
  const tokens = recently((hash) =>
    db.selectFrom('token').select(['account_id as id', 'expires_at as expiresAt']).where('hash', '=', hash).executeTakeFirst(),
  );
  return {
    async verify(token) {
      const known = await tokens.find(secretHash(token));
      return known !== undefined && now() < known.expiresAt ? { id: known.id } : undefined;
    },
  };
}

/** Knows the developers' API keys (HDR-01, HDR-02). */
export function createApiKeys(db: Kysely<Schema>): ApiKeys {
  const keys = recently((hash) => db.selectFrom('api_key').select('hash').where('hash', '=', hash).executeTakeFirst());
  return { verify: async (apiKey) => (await keys.find(secretHash(apiKey))) !== undefined };
}

/** Knows the license keys of the companies that a user may use (HDR-03 to HDR-05, HDR-10, COMP-07). */
export function createLicenses(db: Kysely<Schema>): Licenses {
  const licenses = recently(async (accountId) => {
    const rows = await db
      .selectFrom('company')
      .innerJoin('account_company', 'account_company.company_id', 'company.id')
      .select(['company.id', 'company.license_hash as hash'])
      .where('account_company.account_id', '=', accountId)
      .execute();
    return new Map(rows.map(({ id, hash }) => [id, hash]));
  });
  /** A key that does not fit may be new: then the database knows. */
  const fits = async (accountId: string, match: (hashes: ReadonlyMap<number, string> | undefined) => boolean) =>
    match(await licenses.find(accountId)) || match(await licenses.findNow(accountId));
  return {
    covers(user, companyId, licenseKey) {
      const given = secretHash(licenseKey);
      return fits(user.id, (hashes) => sameHash(hashes?.get(companyId) ?? '', given));
    },
    coversAny(user, licenseKey) {
      const given = secretHash(licenseKey);
      return fits(user.id, (hashes) => [...(hashes?.values() ?? [])].some((hash) => sameHash(hash, given)));
    },
  };
}
