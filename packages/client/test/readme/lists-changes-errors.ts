import { type ClientOptions, change, createClient, isClientError } from '@business-cloud/client';

/** Raises the price of every stock item of a company, and registers a webhook for such changes. */
export async function raisePrices(options: ClientOptions, companyId: number, licenseKey: string): Promise<string> {
  const client = createClient(options);
  const company = client.company(companyId, licenseKey);

  const webhook = await client.webhook.create({
    AziendaId: null,
    Url: 'https://example.com/events',
    Events: ['articolo.Update'],
  });
  const secret = webhook.secret.reveal(); // Store it: it is shown only once.

  for await (const articolo of company.articolo.list()) {
    await change(company.articolo, articolo.id, (current) => ({
      ...current,
      prezzo: (Number(current.prezzo ?? 0) * 1.02).toFixed(2),
    }));
  }
  return secret;
}

/** Creates a contact record; a program that keeps the key can repeat this after a failure without a second contact. */
export async function addContact(
  options: ClientOptions,
  companyId: number,
  licenseKey: string,
  nome: string,
): Promise<string> {
  const { anagrafica } = createClient(options).company(companyId, licenseKey);
  try {
    const { data, headers, replayed } = await anagrafica.create({ nome });
    return `${headers.Location} ${data.id} ${replayed}`;
  } catch (error) {
    if (!isClientError(error)) throw error;
    if (error.code === 'validation') return `look at ${error.pointer}`;
    if (error.code === 'forbidden') return `look at the header ${error.header}`;
    if (error.code === 'timeout') return `try again with ${error.idempotencyKey}`;
    throw error;
  }
}
