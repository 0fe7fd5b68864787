import { change, createClient } from '@business-cloud/client';

/** Does what CONFORMANCE_SCENARIO says, at the service that the other variables describe. */
export async function perform(environment: Readonly<Record<string, string | undefined>>): Promise<void> {
  const setting = (name: string): string => {
    const value = environment[`CONFORMANCE_${name}`];
    if (value === undefined) throw new Error(`CONFORMANCE_${name} is not set`);
    return value;
  };
  const timeoutMs = Number(setting('DEADLINE_MS'));
  const client = createClient({
    adminUrl: setting('ADMIN_URL'),
    customerUrl: setting('CUSTOMER_URL'),
    headerWord: setting('HEADER_WORD'),
    apiKey: setting('API_KEY'),
    applicationId: setting('APPLICATION_ID'),
    userName: setting('USERNAME'),
    password: setting('PASSWORD'),
    timeoutMs,
  });
  const company = client.company(Number(setting('COMPANY_ID')), setting('LICENSE_KEY'));
  const other = client.company(Number(setting('OTHER_COMPANY_ID')), setting('OTHER_LICENSE_KEY'));
  const id = Number(setting('OBJECT_ID'));
  const nome = setting('NOME');

  const scenarios: Readonly<Record<string, () => Promise<unknown>>> = {
    'list-companies': () => client.azienda.list().toArray({ max: 1000 }),
    'get-articolo': () => company.articolo.get(id),
    'get-articolo-other': async () => {
      await company.articolo.get(id);
      await other.articolo.get(id);
    },
    'create-anagrafica': () => company.anagrafica.create({ nome }),
    'create-two': async () => {
      await company.anagrafica.create({ nome });
      await company.anagrafica.create({ nome });
    },
    'update-webhook': () =>
      change(client.webhook, id, (current) => ({ ...current, description: `${current.description ?? ''}, changed` }), { timeoutMs }),
    'delete-webhook': () => client.webhook.delete(id),
    'parallel-reads': async () => {
      await company.articolo.get(id);
      await Promise.all(Array.from({ length: 10 }, () => company.articolo.get(id)));
    },
  };
  const scenario = scenarios[setting('SCENARIO')];
  if (scenario === undefined) throw new Error(`${setting('SCENARIO')} is no scenario`);
  await scenario();
}
