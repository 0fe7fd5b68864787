import type { ClientOptions } from '../client-options.ts';
import { ContractBreachError } from '../errors/error-classes.ts';
import { answerHeaders } from '../generated/methods/resources.ts';
import type { Pipeline } from '../pipeline/pipeline.ts';
import type { planMaker } from '../pipeline/plan-maker.ts';
import { refusal, requestIdOf } from '../pipeline/refusal.ts';
import type { Reply } from '../pipeline/reply.ts';
import type { RequestPlan } from '../pipeline/request-plan.ts';
import { send } from '../pipeline/send.ts';
import { VERSION } from '../pipeline/version.ts';
import type { CallOptions, ResourceTable, Success, WriteOptions } from '../resources/contract-types.ts';
import { Listing, type Page } from '../resources/listing.ts';
import { fillPath, queryString } from './path.ts';

/** What the calls of one company, or of the configuration, are made with. */
export interface Caller {
  readonly customerUrl: string;
  readonly companyId: string;
  readonly plan: ReturnType<typeof planMaker>;
  readonly pipeline: Pipeline;
  readonly validate: ClientOptions['validate'];
}

/** A row of the table, parsed. */
interface Row {
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  readonly kind: string | undefined;
}

type Arguments = readonly unknown[];

/** The operations of a table as methods. `caller` is called with each method call, not before. */
export function bindResources<Resources>(table: ResourceTable<Resources>, caller: () => Caller): Resources {
  const resources = Object.entries<Readonly<Record<string, string>>>(table).map(([name, rows]) => {
    const methods = Object.entries(rows).map(([verb, row]) => [verb, bindOperation(verb, name, row, caller)]);
    return [name, Object.fromEntries(methods)];
  });
  // The table and the interface are generated from one contract; this is where the types of the one meet the functions of the other.
  return Object.fromEntries(resources) as Resources;
}

function bindOperation(verb: string, name: string, cell: string, caller: () => Caller): (...given: Arguments) => unknown {
  const [method = '', path = '', kind] = cell.split(' ');
  const row: Row = { operation: `${verb}${name.charAt(0).toUpperCase()}${name.slice(1)}`, method, path, kind };
  const known = path.includes('{companyId}') ? 2 : 1;
  const identifiers = path.split('{').length - 1 - known;
  return (...given) => {
    const own = given.slice(0, identifiers);
    const [first, second] = given.slice(identifiers);
    if (kind !== 'list') return kind === 'body' ? call(row, own, first, second, caller) : call(row, own, undefined, first, caller);
    return new Listing(queryString(first as object | undefined), (query) => callPage(row, query, second, caller));
  };
}

async function call(
  row: Row,
  own: Arguments,
  body: unknown,
  options: unknown,
  callerOf: () => Caller,
  query = '',
): Promise<Success<number, unknown>> {
  const { signal, timeoutMs, idempotencyKey } = (options ?? {}) as CallOptions & WriteOptions;
  const caller = callerOf();
  const known: Readonly<Record<string, unknown>> = { version: VERSION, companyId: caller.companyId };
  const left = own.values();
  const plan = caller.plan({
    operation: row.operation,
    method: row.method,
    url: `${caller.customerUrl}${fillPath(row.path, (name) => known[name] ?? left.next().value)}${query}`,
    body: body === undefined ? undefined : JSON.stringify(body),
    key: idempotencyKey,
    timeoutMs,
    signal,
  });
  const reply = await send(plan, caller.pipeline);
  if (reply.status < 200 || reply.status > 299) throw refusal(reply, plan);
  return success(reply, plan, row, caller);
}

async function callPage(row: Row, query: string, options: unknown, caller: () => Caller): Promise<Page<never>> {
  // `success` has checked that the data of a list is a list.
  return (await call(row, [], undefined, options, caller, query)) as Page<never>;
}

function success(reply: Reply, plan: RequestPlan, { operation, kind }: Row, { validate }: Caller): Success<number, unknown> {
  const { status, headers, text, attempts } = reply;
  const data = kind === 'text' ? text : parse(reply, plan);
  if (kind === 'list' && !Array.isArray(data)) throw breach(reply, plan, 'a list was expected', '');
  const wrong = validate?.(operation, status, data);
  if (wrong) throw breach(reply, plan, wrong.detail, wrong.pointer);
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

function parse(reply: Reply, plan: RequestPlan): unknown {
  if (reply.text === '') return undefined;
  try {
    return JSON.parse(reply.text);
  } catch {
    throw breach(reply, plan, 'JSON was expected', '');
  }
}

/** The request may have taken effect all the same, so the error carries its key. */
function breach({ status, attempts, headers }: Reply, { operation, key }: RequestPlan, what: string, pointer: string): ContractBreachError {
  const details = { operation, status, pointer, attempts, idempotencyKey: key, requestId: requestIdOf(headers) };
  return new ContractBreachError(
    'contract-breach',
    `${operation}: the answer (${status}) is not what the contract says: ${what}.`,
    details,
  );
}
