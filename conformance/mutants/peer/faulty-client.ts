import type { ClientEnvironment, ClientFunction } from '../../src/index.ts';
import { type Client, type ClientParts, rightParts, type Wanted } from './client-parts.ts';

/** A client with some replaced parts, as a function that the suite can start like a command. */
export function clientOf(parts: Partial<ClientParts> = {}): ClientFunction {
  const all = { ...rightParts, ...parts };
  return async function client(environment, signal) {
    await perform({ environment, parts: all, signal, session: undefined });
  };
}

async function perform(client: Client): Promise<void> {
  const { environment, parts } = client;
  const { CONFORMANCE_OBJECT_ID: id, CONFORMANCE_NOME: nome } = environment;
  const [own, other] = companiesOf(environment);
  const send = async (wanted: Omit<Wanted, 'company'> & Partial<Wanted>): Promise<string> =>
    (await parts.send(client, { company: own, ...wanted })).text;
  const api = `/api/${environment.CONFORMANCE_VERSION}`;
  const getArticolo = async (company = own): Promise<string> =>
    await send({ method: 'GET', path: `${api}/${company.id}/articolo/${id}`, company });
  const createAnagrafica = async (): Promise<string> =>
    await send({ method: 'POST', path: `${api}/${own.id}/Anagrafica`, body: JSON.stringify({ nome }) });
  const webhook = `${api}/config/webhook/${id}`;
  switch (environment.CONFORMANCE_SCENARIO) {
    case 'list-companies':
      await send({ method: 'GET', path: `${api}/config/Azienda` });
      return;
    case 'get-articolo':
      await getArticolo();
      return;
    case 'get-articolo-other':
      await getArticolo();
      await getArticolo(other);
      return;
    case 'create-anagrafica':
      await createAnagrafica();
      return;
    case 'create-two':
      await createAnagrafica();
      await createAnagrafica();
      return;
    case 'update-webhook':
      await send({ method: 'PUT', path: webhook, body: parts.changed(await send({ method: 'GET', path: webhook })) });
      return;
    case 'delete-webhook':
      await send({ method: 'DELETE', path: webhook });
      return;
    case 'parallel-reads':
      await getArticolo();
      await parts.readAll(Array.from({ length: 10 }, () => () => getArticolo()));
      return;
    default:
      throw new Error(`unknown scenario ${environment.CONFORMANCE_SCENARIO}`);
  }
}

function companiesOf(environment: ClientEnvironment): readonly [Wanted['company'], Wanted['company']] {
  return [
    { id: environment.CONFORMANCE_COMPANY_ID, licenseKey: environment.CONFORMANCE_LICENSE_KEY },
    { id: environment.CONFORMANCE_OTHER_COMPANY_ID, licenseKey: environment.CONFORMANCE_OTHER_LICENSE_KEY },
  ];
}
