import { type BusinessCloudClient, type ClientOptions, createClient } from '@business-cloud/client';

/** Whatever keeps your secrets. */
interface Vault {
  read(name: string): Promise<string>;
}

/** A client that goes on when its key or its password is rotated. */
export function clientWith(vault: Vault, options: Omit<ClientOptions, 'apiKey' | 'password'>): BusinessCloudClient {
  return createClient({ ...options, apiKey: () => vault.read('api-key'), password: () => vault.read('password') });
}
