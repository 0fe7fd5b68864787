import { type OptionKinds, readOptions, wholeNumber } from '#runtime';
import type { ClientOptions } from '../client-options.ts';
import { VERSION } from '../generated/api-version.ts';
import { type ArticoloResource, answerHeaders, type EventoResource } from '../generated/methods/resources.ts';
import { readCallOptions, readWriteOptions, type WriteOptions } from '../options/call-options.ts';
import { invalid } from '../options/invalid.ts';
import { jsonBody } from '../options/json-body.ts';
import { bodyOf, contractBreach } from '../pipeline/answer-body.ts';
import { callbackAnswer } from '../pipeline/callback-answer.ts';
import type { Pipeline } from '../pipeline/pipeline.ts';
import type { planMaker } from '../pipeline/plan-maker.ts';
import { refusal, requestIdOf } from '../pipeline/refusal.ts';
import type { Reply } from '../pipeline/reply.ts';
import type { RequestPlan } from '../pipeline/request-plan.ts';
import { send } from '../pipeline/send.ts';
import type { ResourceTable } from '../resources/contract-types.ts';
import { Listing, type Page } from '../resources/listing.ts';
import type { Success } from '../resources/success.ts';
import { fillPath, identifierKind, queryString } from './path.ts';
import { parseRow, promisedBody, type Row } from './promised-body.ts';

/** What the calls of one company, or of the configuration, are made with. */
export interface Caller {
  readonly customerUrl: string;
  readonly companyId: string;
  readonly plan: ReturnType<typeof planMaker>;
  readonly pipeline: Pipeline;
  readonly validate: ClientOptions['validate'];
}

interface NamedRow extends Row {
  readonly operation: string;
}

type ListQuery = NonNullable<Parameters<ArticoloResource['list'] | EventoResource['list']>[0]>;

/** What every list of the contract can be asked for. */
const LIST_QUERY: OptionKinds<ListQuery> = { limit: wholeNumber(1), after: identifierKind };

type Arguments = readonly unknown[];

/** The operations of a table as methods. `caller` is called with each method call, not before. */
export function bindResources<Resources>(table: ResourceTable<Resources>, caller: () => Caller): Resources {
  const resources = Object.entries<Readonly<Record<string, string>>>(table).map(([name, rows]) => {
    const methods = Object.entries(rows).map(([verb, cell]) => {
      const operation = `${verb}${name.charAt(0).toUpperCase()}${name.slice(1)}`;
      return [verb, bindOperation({ operation, ...parseRow(cell) }, caller)];
    });
    return [name, Object.fromEntries(methods)];
  });
  // The table and the interface are generated from one contract; this is where the types of the one meet the functions of the other.
  return Object.fromEntries(resources) as Resources;
}

function bindOperation(row: NamedRow, caller: () => Caller): (...given: Arguments) => unknown {
  const { method, path, kind } = row;
  const known = path.includes('{companyId}') ? 2 : 1;
  const identifiers = path.split('{').length - 1 - known;
  const read = method === 'GET' || method === 'DELETE' ? readCallOptions : readWriteOptions;
  const once = async (own: Arguments, body: unknown, options: unknown) => call(row, own, body, read(options), caller);
  return (...given) => {
    const own = given.slice(0, identifiers);
    const [first, second] = given.slice(identifiers);
    if (kind !== 'list') return kind === 'body' ? once(own, first, second) : once(own, undefined, first);
    const options = read(second);
    const query = queryString(readOptions<ListQuery>(first ?? {}, LIST_QUERY, invalid, 'query.'));
    // `success` has checked that the data of a list is a list.
    return new Listing(query, async (page) => (await call(row, [], undefined, options, caller, page)) as Page<never>);
  };
}

async function call(
  row: NamedRow,
  own: Arguments,
  body: unknown,
  { idempotencyKey: key, timeoutMs, signal }: WriteOptions,
  callerOf: () => Caller,
  query = '',
): Promise<Success<number, unknown>> {
  const caller = callerOf();
  const known: Readonly<Record<string, unknown>> = { version: VERSION, companyId: caller.companyId };
  const left = own.values();
  const plan = caller.plan({
    operation: row.operation,
    method: row.method,
    url: `${caller.customerUrl}${fillPath(row.path, (name) => known[name] ?? left.next().value)}${query}`,
    body: jsonBody(body),
    key,
    timeoutMs,
    signal,
  });
  const reply = await send(plan, caller.pipeline);
  if (reply.status < 200 || reply.status > 299) throw refusal(reply, plan);
  return success(reply, plan, row, caller);
}

function success(reply: Reply, plan: RequestPlan, row: NamedRow, { validate, pipeline }: Caller): Success<number, unknown> {
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
