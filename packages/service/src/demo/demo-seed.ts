import type { Service } from '../composition/service.ts';
import { demoArticoli, demoCompanies } from './demo-data.ts';
import { type DemoSecrets, drawnSecrets } from './demo-secrets.ts';

/** A company of the demo. */
interface DemoCompany {
  /** Its identifier, as it stands in paths. */
  readonly id: number;
  /** The key that opens it. */
  readonly licenseKey: string;
}

/** The credentials for the demo's data. */
export interface DemoAccess {
  /** The name with which the user of the demo logs in. */
  readonly userName: string;
  /** The password of that user. */
  readonly password: string;
  /** An API key that is valid. */
  readonly apiKey: string;
  /** The companies of that user. */
  readonly companies: readonly DemoCompany[];
  /** Another user of the first company. */
  readonly otherUser: Pick<DemoAccess, 'userName' | 'password'>;
  /** A company of another user. */
  readonly foreignCompany: DemoCompany;
}

const USER_NAME = 'demo';
const OTHER_USER_NAME = 'colleague';
const FOREIGN_USER_NAME = 'stranger';
const FOREIGN_ID = 9;

/**
 * Writes the demo's companies, users and articoli. A second call leaves the data and renews the secrets, because stored ones cannot be read back.
 *
 * @example
 * const { userName, password, apiKey, companies } = await seedDemo(service);
 */
export async function seedDemo(service: Service): Promise<DemoAccess> {
  return writeDemo(service, drawnSecrets());
}

/** Writes the same with these secrets. */
export async function writeDemo({ provisioning }: Service, secrets: DemoSecrets): Promise<DemoAccess> {
  const licenses = new Map<number, string>();
  for (const company of demoCompanies) {
    licenses.set(company.id, await provisioning.company(company, secrets.licenseKey(company.id)));
    await provisioning.articoli(company.id, demoArticoli[company.id] ?? []);
  }
  const access = (id: number) => ({ id, licenseKey: licenses.get(id) ?? '' });
  const own = demoCompanies.map(({ id }) => id).filter((id) => id !== FOREIGN_ID);
  const [password, otherPassword] = [secrets.password(USER_NAME), secrets.password(OTHER_USER_NAME)];
  await provisioning.account({ name: USER_NAME, password, companyIds: own });
  await provisioning.account({ name: OTHER_USER_NAME, password: otherPassword, companyIds: own.slice(0, 1) });
  await provisioning.account({ name: FOREIGN_USER_NAME, password: secrets.password(FOREIGN_USER_NAME), companyIds: [FOREIGN_ID] });
  return {
    userName: USER_NAME,
    password,
    apiKey: await provisioning.apiKey('demo', secrets.apiKey),
    companies: own.map(access),
    otherUser: { userName: OTHER_USER_NAME, password: otherPassword },
    foreignCompany: access(FOREIGN_ID),
  };
}
