import type { ApiKeys, Licenses, TokenVerifier } from '@business-cloud/server';
import { accountId, companyId } from '../model/ids.ts';
import { sameHash, secretHash } from '../security/secrets.ts';
import { accessStore } from '../store/access-store.ts';
import type { Connection } from '../store/sql/connection.ts';
import { recently } from './recent.ts';

// Tokens and keys are looked up in the database by their hash: how long that takes says nothing about the secret itself (D-11).

/** Knows the tokens that were issued and are not expired (AUTH-03 to AUTH-05). */
export function createTokenVerifier(connection: Connection, now: () => number): TokenVerifier {
  const store = accessStore(connection);
  const find = recently((token) => store.token(secretHash(token)));
  return {
    async verify(token) {
      const known = await find(token);
      return known !== undefined && now() < known.expiresAt ? { id: known.accountId } : undefined;
    },
  };
}

/** Knows the developers' API keys (HDR-01, HDR-02). */
export function createApiKeys(connection: Connection): ApiKeys {
  const store = accessStore(connection);
  const find = recently((apiKey) => store.hasApiKey(secretHash(apiKey)));
  return { verify: async (apiKey) => (await find(apiKey)) === true };
}

/** Knows the license keys of the companies that a user may use (HDR-03 to HDR-05, HDR-10, COMP-07). */
export function createLicenses(connection: Connection): Licenses {
  const store = accessStore(connection);
  const find = recently(async (user, licenseKey, company) => {
    const hashes = await store.licenseHashes(accountId(user), company === ANY ? undefined : companyId(Number(company)));
    const given = secretHash(licenseKey);
    return hashes.some((hash) => sameHash(hash, given));
  });
  return {
    covers: async (user, company, licenseKey) => (await find(user.id, licenseKey, String(company))) === true,
    coversAny: async (user, licenseKey) => (await find(user.id, licenseKey, ANY)) === true,
  };
}

/** In the place of a company's id. */
const ANY = '';
