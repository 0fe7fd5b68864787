import type { ApiKeys, Licenses, TokenVerifier } from '@business-cloud/server';
import type { Kysely } from 'kysely';
import { sameHash, secretHash } from '../security/secrets.ts';
import type { Schema } from '../store/schema.ts';

// Tokens and keys are looked up by their hash: how long that takes says nothing of the secret itself (D-11).

/** Knows the tokens that were issued and are not expired (AUTH-03 to AUTH-05). */
export function createTokenVerifier(db: Kysely<Schema>, now: () => number): TokenVerifier {
  return {
    async verify(token) {
      const query = db.selectFrom('token').select('account_id as id').where('hash', '=', secretHash(token));
      return query.where('expires_at', '>', now()).executeTakeFirst();
    },
  };
}

/** Knows the developers' API keys (HDR-01, HDR-02). */
export function createApiKeys(db: Kysely<Schema>): ApiKeys {
  return {
    async verify(apiKey) {
      const row = await db.selectFrom('api_key').select('hash').where('hash', '=', secretHash(apiKey)).executeTakeFirst();
      return row !== undefined;
    },
  };
}

/** Knows the license keys of the companies that a user may use (HDR-03 to HDR-05, HDR-10, COMP-07). */
export function createLicenses(db: Kysely<Schema>): Licenses {
  const hashes = (accountId: string) =>
    db
      .selectFrom('company')
      .innerJoin('account_company', 'account_company.company_id', 'company.id')
      .select('company.license_hash')
      .where('account_company.account_id', '=', accountId);
  return {
    async covers(user, companyId, licenseKey) {
      const row = await hashes(user.id).where('company.id', '=', companyId).executeTakeFirst();
      return row !== undefined && sameHash(row.license_hash, secretHash(licenseKey));
    },
    async coversAny(user, licenseKey) {
      const given = secretHash(licenseKey);
      return (await hashes(user.id).execute()).some(({ license_hash }) => sameHash(license_hash, given));
    },
  };
}
