import { ReleaseError } from '../release-error.ts';

/** Who calls a service, and as what. */
export interface Caller {
  readonly userName: string;
  readonly password: string;
  readonly apiKey: string;
  readonly licenseKey: string;
}

/** What a service keeps under an identifier, as it answers it. */
export interface Entity {
  readonly id: number;
  readonly [member: string]: unknown;
}

/** Calls a service by raw HTTP: old versions and new ones are called alike. */
export interface ServiceCalls {
  get(path: string): Promise<unknown>;
  /** With the same key, the second of two equal calls is answered what the first one was. */
  post(path: string, body: object, idempotencyKey: string): Promise<Entity>;
  put(path: string, body: object): Promise<Entity>;
}

/** @throws {ReleaseError} with code `rehearsal-failed`, from here and from each call, when the answer is not a success */
export async function logIn(url: string, { userName, password, apiKey, licenseKey }: Caller): Promise<ServiceCalls> {
  const keys = { 'X-Service-ApiKey': apiKey, 'X-Service-LicenseKey': licenseKey, 'Content-Type': 'application/json' };
  const send = async (method: string, path: string, headers: Record<string, string>, body?: object): Promise<Response> => {
    const answer = await fetch(`${url}/api/v3/${path}`, {
      method,
      headers: { ...keys, ...headers },
      body: body === undefined ? null : JSON.stringify(body),
    });
    if (answer.ok) return answer;
    throw new ReleaseError('rehearsal-failed', `${method} ${path} was answered ${answer.status}: ${await answer.text()}`);
  };
  const login = await send('POST', 'authenticate', {}, { UserName: userName, Password: password });
  const headers = { Authorization: `Bearer ${login.headers.get('X-Token')}` };
  return {
    get: async (path) => JSON.parse(await (await send('GET', path, headers)).text()),
    post: async (path, body, key) => JSON.parse(await (await send('POST', path, { ...headers, 'Idempotency-Key': key }, body)).text()),
    put: async (path, body) => JSON.parse(await (await send('PUT', path, headers, body)).text()),
  };
}
