import createFetchClient, { type Client } from 'openapi-fetch';
import { createLicenseKeys } from './calls/license-keys.ts';
import { promisedAt } from './calls/promised-body.ts';
import type { ConnectionOptions } from './client-options.ts';
import { VERSION } from './generated/api-version.ts';
import type { paths as CustomerPaths } from './generated/customer.ts';
import { jsonBody } from './options/json-body.ts';
import { bodyOf, refusalBody } from './pipeline/answer-body.ts';
import { type PlannedRequest, planMaker } from './pipeline/plan-maker.ts';
import type { Reply } from './pipeline/reply.ts';
import type { RequestPlan } from './pipeline/request-plan.ts';
import { send } from './pipeline/send.ts';
import { asSent } from './sent.ts';
import { connect } from './service-connection.ts';

// What users export may be inferred from any of these. They can name it by this entry; openapi-fetch itself they need not have.
export type {
  BodySerializer,
  Client,
  FetchOptions,
  FetchResponse,
  HeadersOptions,
  MaybeOptionalInit,
  MergedOptions,
  Middleware,
  MiddlewareCallbackParams,
  MiddlewareRequestParams,
  ParamsOption,
  ParseAs,
  ParseAsResponse,
  PathSerializer,
  QuerySerializer,
  QuerySerializerOptions,
  RequestBodyOption,
  RequestOptions,
} from 'openapi-fetch';
export type { paths as CustomerPaths } from './generated/customer.ts';

/** `GET` as openapi-fetch has it. */
type Get = Client<CustomerPaths>['GET'];
/** `POST` as openapi-fetch has it. */
type Post = Client<CustomerPaths>['POST'];
/** `PUT` as openapi-fetch has it. */
type Put = Client<CustomerPaths>['PUT'];
/** `DELETE` as openapi-fetch has it. */
type Delete = Client<CustomerPaths>['DELETE'];
/** `request` as openapi-fetch has it. */
type AnyCall = Client<CustomerPaths>['request'];

// Names for what openapi-fetch describes by types whose arguments do not satisfy their own constraints once they are written out.
/** Sends a GET to a path of the contract. */
export interface OpenapiFetchGet extends Get {}
/** Sends a POST to a path of the contract. It has a key, its own or one of the client. */
export interface OpenapiFetchPost extends Post {}
/** Sends a PUT to a path of the contract. It has a key, its own or one of the client. */
export interface OpenapiFetchPut extends Put {}
/** Sends a DELETE to a path of the contract. */
export interface OpenapiFetchDelete extends Delete {}
/** Sends a request with the method that its first argument says. */
export interface OpenapiFetchRequest extends AnyCall {}

/** openapi-fetch itself, as one company. */
export interface OpenapiFetchClient extends Client<CustomerPaths> {
  readonly GET: OpenapiFetchGet;
  readonly POST: OpenapiFetchPost;
  readonly PUT: OpenapiFetchPut;
  readonly DELETE: OpenapiFetchDelete;
  /** The same with the method as the first argument, in lower case. */
  readonly request: OpenapiFetchRequest;
}

/** openapi-fetch itself, for each company. */
export interface OpenapiFetchClients {
  /**
   * A company of the user, by its identifier and its license key. Without a license key, that of the option `licenses`.
   *
   * @throws {InvalidArgumentError} for an identifier or a license key that cannot be sent
   */
  company(companyId: number, licenseKey?: string): OpenapiFetchClient;
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
  const { settings, customerUrl, pipeline } = connect(options);
  const licenses = createLicenseKeys(settings);
  const plan = planMaker(settings);
  return {
    company(companyId, licenseKey) {
      const { id, keys } = licenses.company(companyId, licenseKey);
      const path = { version: VERSION, companyId: id };
      return createFetchClient<CustomerPaths>({
        baseUrl: customerUrl,
        bodySerializer: jsonBody,
        async fetch(request) {
          const [licenseKey] = await keys();
          const planned = plan(await requestOf(request, path), licenseKey);
          const reply = await send(planned, pipeline);
          return asSent(responseOf(reply, planned), reply, planned);
        },
      });
    },
  };
}

/** openapi-fetch reads the body, which has been read to its end already. A refusal always has one, so that there always is an error. */
function responseOf(reply: Reply, planned: RequestPlan): Response {
  const { status, response } = reply;
  const headers = new Headers(response.headers);
  // They describe the bytes that came, not the text that is read from now on.
  for (const name of ['Content-Length', 'Content-Encoding']) headers.delete(name);
  if (!response.ok) return new Response(JSON.stringify(refusalBody(reply)), { status, headers });
  const body = bodyOf(reply, planned, promisedAt(planned.method, new URL(planned.url).pathname));
  return new Response(body === undefined ? null : reply.text, { status, headers });
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
