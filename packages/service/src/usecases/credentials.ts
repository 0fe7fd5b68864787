import { type ApiKeys, follow, type Licenses, type TokenVerifier } from '@business-cloud/server';
import type { Kysely } from 'kysely';
import { sameHash, secretHash } from '../security/secrets.ts';
import { opaque } from '../store/sql/opaque.ts';
import { preparedQuery } from '../store/sql/prepared-query.ts';
import type { Schema } from '../store/sql/schema.ts';
import { recently } from './recent.ts';

// Tokens and keys are looked up in the database by their hash: how long that takes says nothing of the secret itself (D-11).

const tokenQuery = preparedQuery((db) => db.selectFrom('token').select(['account_id', 'expires_at']).where('hash', '=', ''));
const apiKeyQuery = preparedQuery((db) => db.selectFrom('api_key').select('hash').where('hash', '=', ''));
const licensesOf = (db: Kysely<Schema>) =>
  db
    .selectFrom('company')
    .innerJoin('account_company', 'account_company.company_id', 'company.id')
    .select('company.license_hash as hash')
    .where('account_company.account_id', '=', opaque('', 'text'));
const anyLicenseQuery = preparedQuery(licensesOf);
const licenseQuery = preparedQuery((db) => licensesOf(db).where('company.id', '=', opaque(0, 'bigint')));

/** Knows the tokens that were issued and are not expired (AUTH-03 to AUTH-05). */
export function createTokenVerifier(db: Kysely<Schema>, now: () => number): TokenVerifier {
  const find = recently((token) =>
    follow(tokenQuery(db, [secretHash(token)]), ({ rows: [row] }) => row && { user: { id: row.account_id }, expiresAt: row.expires_at }),
  );
  return {
    verify: (token) => follow(find(token), (known) => (known !== undefined && now() < known.expiresAt ? known.user : undefined)),
  };
}

/** Knows the developers' API keys (HDR-01, HDR-02). */
export function createApiKeys(db: Kysely<Schema>): ApiKeys {
  const find = recently((apiKey) => follow(apiKeyQuery(db, [secretHash(apiKey)]), ({ rows: [row] }) => row));
  return { verify: (apiKey) => follow(find(apiKey), (known) => known !== undefined) };
}

/** Knows the license keys of the companies that a user may use (HDR-03 to HDR-05, HDR-10, COMP-07). */
export function createLicenses(db: Kysely<Schema>): Licenses {
  const find = recently((accountId: string, licenseKey: string, companyId: string) => {
    const known = companyId === ANY ? anyLicenseQuery(db, [accountId]) : licenseQuery(db, [accountId, Number(companyId)]);
    const given = secretHash(licenseKey);
    return follow(known, ({ rows }) => rows.some(({ hash }) => sameHash(hash, given)) || undefined);
  });
  return {
    covers: (user, companyId, licenseKey) => follow(find(user.id, licenseKey, String(companyId)), (fits) => fits === true),
    coversAny: (user, licenseKey) => follow(find(user.id, licenseKey, ANY), (fits) => fits === true),
  };
}

/** In the place of a company's id. */
const ANY = '';
