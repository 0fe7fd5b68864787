import { change, createClient } from '../src/index.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** One scenario of the client role, with what the environment says; rejects when the operation ends in an error. */
export async function runScenario(environment: Environment): Promise<void> {
  const of = (name: string): string => environment[`CONFORMANCE_${name}`] ?? '';
  const client = createClient({
    adminUrl: of('ADMIN_URL'),
    customerUrl: of('CUSTOMER_URL'),
    headerWord: of('HEADER_WORD') || 'Service',
    userName: of('USERNAME'),
    password: of('PASSWORD'),
    apiKey: of('API_KEY'),
    applicationId: of('APPLICATION_ID'),
    timeoutMs: Number(of('DEADLINE_MS')) || 30_000,
  });
  const company = client.company(Number(of('COMPANY_ID')), of('LICENSE_KEY'));
  const id = Number(of('OBJECT_ID'));
  const nome = of('NOME');
  const scenarios: Readonly<Record<string, () => Promise<unknown>>> = {
    'list-companies': () => client.azienda.list().page(),
    'get-articolo': () => company.articolo.get(id),
    async 'get-articolo-other'() {
      await company.articolo.get(id);
      await client.company(Number(of('OTHER_COMPANY_ID')), of('OTHER_LICENSE_KEY')).articolo.get(id);
    },
    'create-anagrafica': () => company.anagrafica.create({ nome }),
    async 'create-two'() {
      await company.anagrafica.create({ nome });
      await company.anagrafica.create({ nome });
    },
    'update-webhook': () =>
      change(client.webhook, id, ({ aziendaId, url, events, concurrencyToken }) => ({
        ...{ AziendaId: aziendaId, Url: url, Events: events, Description: 'another', ConcurrencyToken: concurrencyToken },
      })),
    'delete-webhook': () => client.webhook.delete(id),
    async 'parallel-reads'() {
      await company.articolo.get(id);
      await Promise.all(Array.from({ length: 10 }, () => company.articolo.get(id)));
    },
  };
  const scenario = scenarios[of('SCENARIO')];
  if (!scenario) throw new Error(`There is no scenario ${of('SCENARIO')}.`);
  await scenario();
}

if (import.meta.main) {
  try {
    await runScenario(process.env);
  } catch (error) {
    process.stderr.write(`${String(error)}\n`);
    process.exitCode = 1;
  }
}
