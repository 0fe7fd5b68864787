import { newSecret } from '../security/secrets.ts';

/** The secrets of the demo's users, companies and API key. */
export interface DemoSecrets {
  readonly apiKey: string;
  password(userName: string): string;
  licenseKey(companyId: number): string;
}

/** Nobody can guess them (D-11). */
export function drawnSecrets(): DemoSecrets {
  return { apiKey: newSecret('bck'), password: () => newSecret('bcp'), licenseKey: () => newSecret('bcl') };
}

/** The same at every start, so that a program that has them runs against any demo (D-11). Everybody knows them. */
export const knownSecrets: DemoSecrets = {
  apiKey: 'demo-api-key',
  password: (userName) => `${userName}-password`,
  licenseKey: (companyId) => `demo-license-key-${companyId}`,
};
