import { type BusinessCloudClient, createClient } from '@business-cloud/client';

/** The secrets of the worker: `wrangler secret put API_KEY`. */
export interface Env {
  readonly SERVICE_URL: string;
  readonly API_KEY: string;
  readonly USER_NAME: string;
  readonly PASSWORD: string;
  readonly LICENSE_KEY: string;
}

let client: BusinessCloudClient | undefined;

/** `export default { fetch: answer }`. The client stays as long as the isolate, and its token with it. */
export async function answer(request: Request, env: Env): Promise<Response> {
  client ??= createClient({
    adminUrl: env.SERVICE_URL,
    customerUrl: env.SERVICE_URL,
    apiKey: env.API_KEY,
    applicationId: 'worker',
    userName: env.USER_NAME,
    password: env.PASSWORD,
  });
  const { anagrafica } = client.company(1, env.LICENSE_KEY);
  return Response.json(await anagrafica.list({ limit: 10 }, { signal: request.signal }).toArray({ max: 10 }));
}
