import { ClientError, type ClientOptions, createClient } from '@business-cloud/client';

/** Adds a contact record to the user's first company and answers its identifier. */
export async function addContact(options: ClientOptions, licenseKey: string, nome: string): Promise<number> {
  const client = createClient(options);
  const company = client.company(1, licenseKey);

  const { data, error, response } = await company.POST('/api/{version}/{companyId}/Anagrafica', { body: { nome } });
  if (data) return data.id;
  throw new Error(`The service refused the contact: ${error.code} (${response.status})`);
}

/** The same, for a program that wants to know when its credentials are the reason. */
export async function tryToAddContact(options: ClientOptions, licenseKey: string, nome: string): Promise<number | 'not signed in'> {
  try {
    return await addContact(options, licenseKey, nome);
  } catch (error) {
    if (error instanceof ClientError && error.code === 'authentication-failed') return 'not signed in';
    throw error;
  }
}
