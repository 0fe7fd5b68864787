import { anything, type Given, type OptionKind, type OptionKinds, readOptions, wholeNumber } from '#runtime';
import type { ClientOptions } from '../client-options.ts';
import { VERSION } from '../generated/api-version.ts';
import { answerHeaders } from '../generated/methods/resources.ts';
import { type CallOptions, readCallOptions, readWriteOptions, type WriteOptions } from '../options/call-options.ts';
import { invalid } from '../options/invalid.ts';
import { jsonBody } from '../options/json-body.ts';
import { bodyOf, contractBreach } from '../pipeline/answer-body.ts';
import { callbackAnswer } from '../pipeline/callback-answer.ts';
import type { Pipeline } from '../pipeline/pipeline.ts';
import type { PlanMaker } from '../pipeline/plan-maker.ts';
import { refusal, requestIdOf } from '../pipeline/refusal.ts';
import type { Reply } from '../pipeline/reply.ts';
import type { RequestPlan } from '../pipeline/request-plan.ts';
import { send } from '../pipeline/send.ts';
import type { ResourceTable } from '../resources/contract-types.ts';
import { Listing, type Page } from '../resources/listing.ts';
import { type SentCall, sentCall } from '../resources/sent-call.ts';
import type { Success } from '../resources/success.ts';
import type { LicenseKeys } from './license-keys.ts';
import { fillPath, identifierKind, queryString } from './path.ts';
import { parseRow, promisedBody, type Row } from './promised-body.ts';
import { writtenBody } from './written-body.ts';

/** What the calls of one company, or of the configuration, are made with. */
export interface Caller {
  readonly customerUrl: string;
  readonly companyId: string;
  /** The license keys that serve, the most promising first. */
  readonly keys: () => ReturnType<LicenseKeys['configuration']>;
  readonly prefer: LicenseKeys['prefer'];
  readonly plan: PlanMaker;
  readonly pipeline: Pipeline;
  readonly validate: ClientOptions['validate'];
  /** The options of calls that have none of their own. */
  readonly defaults: Given<CallOptions>;
}

interface NamedRow extends Row {
  readonly operation: string;
}

/** What may stand in the queries of the contract. */
const QUERY: Readonly<Record<string, OptionKind>> = { limit: wholeNumber(1), after: identifierKind };

type Arguments = readonly unknown[];
type Result = Success<number, unknown>;

/** The operations of a table as methods. */
export function bindResources<Resources>(table: ResourceTable<Resources>, caller: Caller): Resources {
  const resources = Object.entries<Readonly<Record<string, string>>>(table).map(([name, rows]) => {
    const methods = Object.entries(rows).map(([verb, cell]) => {
      const operation = `${verb}${name.charAt(0).toUpperCase()}${name.slice(1)}`;
      const row = parseRow(cell);
      // What all calls have in common is filled in here, once.
      const path = row.path.replace('{version}', VERSION).replace('{companyId}', caller.companyId);
      return [verb, bindOperation({ operation, ...row, path }, caller)];
    });
    return [name, Object.fromEntries(methods)];
  });
  // The table and the interface are generated from one contract; this is where the types of the one meet the functions of the other.
  return Object.fromEntries(resources) as Resources;
}

function bindOperation(row: NamedRow, caller: Caller): (...given: Arguments) => unknown {
  const { method, path, kind, names } = row;
  const identifiers = path.split('{').length - 1;
  const readOwn = method === 'GET' || method === 'DELETE' ? readCallOptions : readWriteOptions;
  const read = (options: unknown) => readOwn(options, caller.defaults);
  const queryOf = (query: unknown) => {
    const kinds: OptionKinds<Record<string, unknown>> = Object.fromEntries(names.map((name) => [name, QUERY[name] ?? anything]));
    return queryString(readOptions<Record<string, unknown>>(query ?? {}, kinds, invalid, 'query.'));
  };
  return (...given) => {
    const own = given.slice(0, identifiers);
    const [first, second] = given.slice(identifiers);
    if (kind === 'list') {
      const options = read(second);
      // `success` has checked that the data of a list is a list.
      return new Listing(
        queryOf(first),
        (page) =>
          call(
            row,
            own,
            undefined,
            () => options,
            caller,
            () => page,
          ) as SentCall<Page<never>>,
      );
    }
    if (kind === 'body') return call(row, own, writtenBody(first, names), () => read(second), caller);
    if (kind === 'query')
      return call(
        row,
        own,
        undefined,
        () => read(second),
        caller,
        () => queryOf(first),
      );
    return call(row, own, undefined, () => read(first), caller);
  };
}

/** Whatever is wrong with the arguments is a rejection, too. */
function call(
  row: NamedRow,
  own: Arguments,
  body: unknown,
  options: () => Given<WriteOptions>,
  caller: Caller,
  query = (): string => '',
): SentCall<Result> {
  let response: Response;
  const result = async (): Promise<Result> => {
    const { idempotencyKey: key, ...others } = options();
    const left = own.values();
    const request = {
      operation: row.operation,
      method: row.method,
      url: `${caller.customerUrl}${fillPath(row.path, () => left.next().value)}${query()}`,
      body: jsonBody(body),
      key,
      ...others,
    };
    const found = caller.keys();
    // A call whose key is known begins at once: what is awaited in between could end the login that it is about to share.
    const keys = 'then' in found ? await found : found;
    for (const [index, licenseKey] of keys.entries()) {
      const plan = caller.plan(request, licenseKey);
      const reply = await send(plan, caller.pipeline);
      response = reply.response;
      const refused = reply.status < 200 || reply.status > 299;
      const error = refused ? refusal(reply, plan) : undefined;
      // The key of any company serves here, so one that is wrong spoils nothing. With another key, it is not the request that was refused.
      if (error && !(error.problem?.code === 'license-key-invalid' && index < keys.length - 1)) throw error;
      if (error) continue;
      if (index > 0) caller.prefer(licenseKey);
      return success(reply, plan, row, caller);
    }
    throw invalid('There is no license key.');
  };
  return sentCall(result(), () => response);
}

function success(reply: Reply, plan: RequestPlan, row: NamedRow, { validate, pipeline }: Caller): Result {
  const { status, headers, attempts } = reply;
  const data = bodyOf(reply, plan, promisedBody(row));
  // A validator that fails has judged nothing: the answer counts.
  const judge = (): ReturnType<NonNullable<typeof validate>> => validate?.(row.operation, status, data);
  const wrong = callbackAnswer(pipeline.report, 'validate', judge, isVerdict, () => undefined);
  if (wrong) throw contractBreach(reply, plan, wrong.detail, wrong.pointer);
  const present: Record<string, string> = {};
  for (const name of answerHeaders) {
    const value = headers.get(name);
    if (value !== null) present[name] = value;
  }
  return {
    status,
    data,
    headers: present,
    attempts,
    idempotencyKey: plan.key,
    replayed: present['Idempotent-Replayed'] === 'true',
    requestId: requestIdOf(headers),
  };
}

function isVerdict(verdict: ReturnType<NonNullable<ClientOptions['validate']>>): boolean {
  return verdict === undefined || typeof verdict.detail === 'string';
}
