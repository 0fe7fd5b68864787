import type { Kysely } from 'kysely';
import { createPasswords, type Passwords } from '../security/password.ts';
import { newSecret, secretHash } from '../security/secrets.ts';
import { companyStore, type Documents } from '../store/company-store.ts';
import type { Schema } from '../store/sql/schema.ts';
import type { Azienda } from './session.ts';

/** What a company is created from. */
export interface NewCompany {
  readonly id: number;
  /** The Azienda without its id. */
  readonly azienda: Omit<Azienda, 'id'>;
}

/** What a user is created from. */
export interface NewAccount {
  readonly name: string;
  readonly password: string;
  readonly companyIds: readonly number[];
}

/** Sets up companies, users and API keys. Whatever is there already gets new secrets: old ones cannot be read back. */
export interface Provisioning {
  /** Returns the company's license key, which is stored hashed. */
  company(company: NewCompany): Promise<string>;
  /** Gives a user who is there already the password, ends the tokens that an older one gave, and adds the companies. */
  account(account: NewAccount): Promise<void>;
  /** Returns the key, which is stored hashed. */
  apiKey(label: string): Promise<string>;
  /** Stock items for a company that has none yet; they fire no events. */
  articoli(companyId: number, articoli: readonly Documents['articolo'][]): Promise<void>;
}

export function createProvisioning(db: Kysely<Schema>, passwords: Passwords = createPasswords()): Provisioning {
  return {
    async company({ id, azienda }) {
      const licenseKey = newSecret('bcl');
      const row = { license_hash: secretHash(licenseKey), document: JSON.stringify(azienda) };
      await db
        .insertInto('company')
        .values({ id, ...row })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
        .execute();
      return licenseKey;
    },
    async account({ name, password, companyIds }) {
      const row = { name, password_hash: await passwords.hash(password) };
      await db
        .insertInto('account')
        .values({ id: name, ...row })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
        .execute();
      await db.deleteFrom('token').where('account_id', '=', name).execute();
      const grants = companyIds.map((companyId) => ({ account_id: name, company_id: companyId }));
      await db
        .insertInto('account_company')
        .values(grants)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },
    async apiKey(label) {
      const apiKey = newSecret('bck');
      await db
        .insertInto('api_key')
        .values({ hash: secretHash(apiKey), label })
        .execute();
      return apiKey;
    },
    async articoli(companyId, articoli) {
      const store = companyStore(db, companyId);
      const { entries } = await store.list('articolo', { after: 0, limit: 1 });
      if (entries.length > 0) return;
      for (const articolo of articoli) await store.insert('articolo', articolo);
    },
  };
}
