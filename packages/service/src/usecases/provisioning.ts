import { accountId, companyId, objectId } from '../model/ids.ts';
import type { Azienda, Documents } from '../model/objects.ts';
import { userNameOf } from '../model/user-name.ts';
import { createPasswords, type Passwords } from '../security/password.ts';
import { newSecret, secretHash } from '../security/secrets.ts';
import { companyStore } from '../store/company-store.ts';
import { createRegistry } from '../store/registry.ts';
import type { Connection } from '../store/sql/connection.ts';

/** What a company is created from. */
export interface NewCompany {
  /** Its identifier, as it stands in paths. It must be free. */
  readonly id: number;
  /** The Azienda without its id. */
  readonly azienda: Omit<Azienda, 'id'>;
}

/** What a user is created from. */
export interface NewAccount {
  /** The name with which the user logs in. */
  readonly name: string;
  /** The password in plain text. Only its hash is stored. */
  readonly password: string;
  /** The companies that the user may use. They must exist. */
  readonly companyIds: readonly number[];
}

/** Sets up companies, users and API keys. If one exists already it gets a new secret, because old ones cannot be read back. */
export interface Provisioning {
  /** Returns the company's license key, which is stored hashed. It is drawn, unless it is given. */
  company(company: NewCompany, licenseKey?: string): Promise<string>;
  /** A user that exists already gets the password and the companies. Tokens that an older password gave end. */
  account(account: NewAccount): Promise<void>;
  /** Returns the key, which is stored hashed. It is drawn, unless it is given. */
  apiKey(label: string, apiKey?: string): Promise<string>;
  /** Adds stock items to a company that has none yet. They fire no events. */
  articoli(companyId: number, articoli: readonly Documents['articolo'][]): Promise<void>;
}

export function createProvisioning(connection: Connection, passwords: Passwords = createPasswords()): Provisioning {
  const registry = createRegistry(connection);
  return {
    async company({ id, azienda }, licenseKey = newSecret('bcl')) {
      await registry.putCompany({ id: companyId(id), licenseHash: secretHash(licenseKey), azienda });
      return licenseKey;
    },
    async account({ name, password, companyIds }) {
      const passwordHash = await passwords.hash(password);
      await registry.putAccount({ id: accountId(userNameOf(name)), passwordHash, companyIds: companyIds.map(companyId) });
    },
    async apiKey(label, apiKey = newSecret('bck')) {
      await registry.addApiKey({ hash: secretHash(apiKey), label });
      return apiKey;
    },
    async articoli(id, articoli) {
      const store = companyStore(connection, companyId(id));
      const { entries } = await store.list('articolo', { after: objectId(0), limit: 1 });
      if (entries.length > 0) return;
      for (const articolo of articoli) await store.insert('articolo', articolo);
    },
  };
}
