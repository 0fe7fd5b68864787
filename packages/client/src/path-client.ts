import { type OptionKinds, readOptions, record } from '#runtime';
import type { Caller } from './calls/named-calls.ts';
import { fillPath, queryString } from './calls/path.ts';
import { promisedAt } from './calls/promised-body.ts';
import { VERSION } from './generated/api-version.ts';
import type { CallOptions } from './options/call-options.ts';
import { CALL, withDefaults } from './options/call-options.ts';
import { headerValue } from './options/header-value.ts';
import { invalid } from './options/invalid.ts';
import { jsonBody } from './options/json-body.ts';
import type { PathClient } from './path-types.ts';
import { bodyOf, refusalBody } from './pipeline/answer-body.ts';
import { send } from './pipeline/send.ts';
import { asSent } from './sent.ts';

/** The options of a call at run time; `PathInit` says what callers may give. */
interface Init extends CallOptions {
  readonly params?: Params | undefined;
  readonly body?: unknown;
}

interface Params {
  readonly path?: Readonly<Record<string, unknown>> | undefined;
  readonly query?: object | undefined;
  readonly header?: Header | undefined;
}

interface Header {
  readonly 'Idempotency-Key'?: string | undefined;
}

const METHODS: readonly string[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

const INIT: OptionKinds<Init> = { ...CALL, params: record(), body: record() };
const PARAMS: OptionKinds<Params> = { path: record(), query: record(), header: record() };
const HEADER: OptionKinds<Header> = { 'Idempotency-Key': headerValue };

/** What calls by path are made with. */
export type PathCaller = Omit<Caller, 'prefer' | 'validate'>;

/** Calls by path, through the pipeline, as one company: its license key goes with every request. */
export function createPathClientFor({ customerUrl, companyId, keys, plan, pipeline, defaults }: PathCaller): PathClient {
  const as = (method: string) => {
    return async (path: string, init: Init = {}): Promise<unknown> => {
      // Whatever else it began with would name another host, which would get the keys.
      if (typeof path !== 'string' || !path.startsWith('/')) throw invalid('The path must begin with "/".');
      if (!METHODS.includes(method)) throw invalid(`The method must be one of ${METHODS.join(', ')}.`);
      const { params = {}, body, ...given } = readOptions<Init>(init, INIT, invalid);
      const { path: own, query, header } = readOptions<Params>(params, PARAMS, invalid, 'params.');
      const known: Readonly<Record<string, unknown>> = { ...own, version: VERSION, companyId };
      const [licenseKey] = await keys();
      const request = {
        operation: `${method} ${path}`,
        method,
        url: `${customerUrl}${fillPath(path, (name) => known[name])}${queryString(query)}`,
        body: jsonBody(body),
        key: header && readOptions<Header>(header, HEADER, invalid, 'params.header.')['Idempotency-Key'],
        ...withDefaults(given, defaults),
      };
      const planned = plan(request, licenseKey);
      const reply = await send(planned, pipeline);
      const response = asSent(reply.response, reply, planned);
      return response.ok ? { data: bodyOf(reply, planned, promisedAt(method, path)), response } : { error: refusalBody(reply), response };
    };
  };
  // The one cast from these functions to what the contract says of their arguments and answers.
  const request = (method: string, path: string, init?: Init): Promise<unknown> => as(method)(path, init);
  return { GET: as('GET'), POST: as('POST'), PUT: as('PUT'), DELETE: as('DELETE'), request } as PathClient;
}
