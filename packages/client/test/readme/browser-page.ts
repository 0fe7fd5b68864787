import { type ConnectionOptions, createClient } from '@business-cloud/client';

/** What a person types into the form of an internal tool. The page holds none of it, and stores none. */
export type Typed = Pick<ConnectionOptions, 'apiKey' | 'userName' | 'password'> & { readonly licenseKey: string };

export async function descriptionsOf(address: string, { licenseKey, ...typed }: Typed): Promise<string[]> {
  const client = createClient({ adminUrl: address, customerUrl: address, applicationId: 'stock-page', ...typed });
  const articoli = await client.company(1, licenseKey).articolo.list().toArray();
  return articoli.map(({ descrizione }) => descrizione);
}
