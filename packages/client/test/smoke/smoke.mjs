/**
 * What the client must do wherever it runs: one read, one write, one refusal. `createClient` comes from outside, so that nothing here
 * depends on how a runtime finds packages.
 */
export async function smoke({ createClient, isClientError }, customerUrl) {
  const options = { adminUrl: customerUrl, customerUrl, apiKey: 'k', applicationId: 'smoke', userName: 'u', password: 'p' };
  const company = createClient(options).company(1, 'l');
  const articoli = await company.articolo.list().toArray();
  const created = await company.anagrafica.create({ nome: 'Rossi' });
  const refused = await company.articolo.get(404).catch((error) => (isClientError(error) ? error.code : String(error)));
  return [articoli.length, created.status, created.attempts, refused].join(' ');
}
