import createFetchClient, { type Client } from 'openapi-fetch';
import type { ConnectionOptions } from './client-options.ts';
import type { paths as CustomerPaths } from './generated/customer.ts';
import { type PlannedRequest, planMaker } from './pipeline/plan-maker.ts';
import { send } from './pipeline/send.ts';
import { VERSION } from './pipeline/version.ts';
import { asSent } from './sent.ts';
import { connect } from './service-connection.ts';

/** openapi-fetch itself, for each company. */
export interface OpenapiFetchClients {
  company(companyId: number, licenseKey: string): Client<CustomerPaths>;
}

/**
 * openapi-fetch itself over the same pipeline, for users of its middleware and serializers.
 *
 * @throws {InvalidArgumentError} for options that cannot be used
 * @example
 * const company = createOpenapiFetchClient(options).company(1, licenseKey);
 * const { data, error } = await company.GET('/api/{version}/{companyId}/articolo');
 */
export function createOpenapiFetchClient(options: ConnectionOptions): OpenapiFetchClients {
  const { customerUrl, pipeline } = connect(options);
  return {
    company(companyId, licenseKey) {
      const plan = planMaker(options, licenseKey);
      const path = { version: VERSION, companyId: String(companyId) };
      return createFetchClient<CustomerPaths>({
        baseUrl: customerUrl,
        async fetch(request) {
          const planned = plan(await requestOf(request, path));
          const reply = await send(planned, pipeline);
          // openapi-fetch reads the body, which has been read to its end already; some statuses may not have one.
          return asSent(new Response(reply.text || null, reply), reply, planned);
        },
      });
    },
  };
}

async function requestOf(request: Request, path: Readonly<Record<string, string>>): Promise<PlannedRequest> {
  const { 'idempotency-key': key, ...headers } = Object.fromEntries(request.headers);
  const { method, signal } = request;
  const url = fillPath(request.url, path);
  const body = request.body === null ? undefined : await request.text();
  return { operation: `${method} ${new URL(url).pathname}`, method, url, headers, body, key, signal };
}

/** openapi-fetch leaves a parameter without a value in the path as it is; URL has then encoded its braces. */
function fillPath(url: string, path: Readonly<Record<string, string>>): string {
  const filled = new URL(url);
  for (const [name, value] of Object.entries(path)) {
    filled.pathname = filled.pathname.replace(`%7B${name}%7D`, () => encodeURIComponent(value));
  }
  return filled.href;
}
