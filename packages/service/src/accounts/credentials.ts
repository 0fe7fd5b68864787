import { type ApiKeys, follow, type Licenses, type TokenVerifier } from '@business-cloud/server';
import type { Kysely } from 'kysely';
import { sameHash, secretHash } from '../security/secrets.ts';
import type { Schema } from '../store/schema.ts';
import { recently } from './recent.ts';

// Tokens and keys are looked up in the database by their hash: how long that takes says nothing of the secret itself (D-11).

/** Knows the tokens that were issued and are not expired (AUTH-03 to AUTH-05). */
export function createTokenVerifier(db: Kysely<Schema>, now: () => number): TokenVerifier {
  const find = recently(async (token) => {
    const row = await db.selectFrom('token').select(['account_id', 'expires_at']).where('hash', '=', secretHash(token)).executeTakeFirst();
    return row && { user: { id: row.account_id }, expiresAt: row.expires_at };
  });
  return {
    verify: (token) => follow(find(token), (known) => (known !== undefined && now() < known.expiresAt ? known.user : undefined)),
  };
}

/** Knows the developers' API keys (HDR-01, HDR-02). */
export function createApiKeys(db: Kysely<Schema>): ApiKeys {
  const find = recently((apiKey) => db.selectFrom('api_key').select('hash').where('hash', '=', secretHash(apiKey)).executeTakeFirst());
  return { verify: (apiKey) => follow(find(apiKey), (known) => known !== undefined) };
}

/** Knows the license keys of the companies that a user may use (HDR-03 to HDR-05, HDR-10, COMP-07). */
export function createLicenses(db: Kysely<Schema>): Licenses {
  const find = recently(async (accountId: string, licenseKey: string, companyId: string) => {
    const companies = db
      .selectFrom('company')
      .innerJoin('account_company', 'account_company.company_id', 'company.id')
      .select('company.license_hash as hash')
      .where('account_company.account_id', '=', accountId);
    const rows = await (companyId === ANY ? companies : companies.where('company.id', '=', Number(companyId))).execute();
    const given = secretHash(licenseKey);
    return rows.some(({ hash }) => sameHash(hash, given)) || undefined;
  });
  return {
    covers: (user, companyId, licenseKey) => follow(find(user.id, licenseKey, String(companyId)), (fits) => fits === true),
    coversAny: (user, licenseKey) => follow(find(user.id, licenseKey, ANY), (fits) => fits === true),
  };
}

/** In the place of a company's id. */
const ANY = '';
