import type { Client } from 'openapi-fetch';
import { fillPath, queryString } from './calls/path.ts';
import type { paths as CustomerPaths } from './generated/customer.ts';
import type { Pipeline } from './pipeline/pipeline.ts';
import type { planMaker } from './pipeline/plan-maker.ts';
import { send } from './pipeline/send.ts';
import { VERSION } from './pipeline/version.ts';
import { asSent } from './sent.ts';

/** The Customer API by its paths, for one company, typed as openapi-fetch types it: version, company and headers are filled in. */
export type PathClient = Pick<Client<CustomerPaths>, 'GET' | 'POST' | 'PUT' | 'DELETE'>;

/** The options of a call that matter at run time; the types of openapi-fetch say what callers may pass. */
interface Init {
  readonly params?: {
    readonly path?: Readonly<Record<string, unknown>>;
    readonly query?: object;
    readonly header?: Readonly<Record<string, string | undefined>>;
  };
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

/** Calls by path, through the pipeline, as one company: its license key goes with every request. */
export function createPathClientFor(
  customerUrl: string,
  companyId: number,
  plan: ReturnType<typeof planMaker>,
  pipeline: Pipeline,
): PathClient {
  const as = (method: string) => {
    return async (path: string, { params = {}, body, signal }: Init = {}): Promise<unknown> => {
      const known: Readonly<Record<string, unknown>> = { ...params.path, version: VERSION, companyId };
      const planned = plan({
        operation: `${method} ${path}`,
        method,
        url: `${customerUrl}${fillPath(path, (name) => known[name])}${queryString(params.query)}`,
        body: JSON.stringify(body),
        key: params.header?.['Idempotency-Key'],
        signal,
      });
      const reply = await send(planned, pipeline);
      const response = asSent(reply.response, reply, planned);
      const content = reply.headers.get('Content-Type')?.includes('json') ? parse(reply.text) : reply.text || undefined;
      return response.ok ? { data: content, response } : { error: content, response };
    };
  };
  // The one cast from these functions to the types that openapi-fetch gives them.
  return { GET: as('GET'), POST: as('POST'), PUT: as('PUT'), DELETE: as('DELETE') } as PathClient;
}

/** A body that claims to be JSON and is not stays text. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text || undefined;
  }
}
