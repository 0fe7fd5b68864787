import { record } from '#runtime';
import type { ProblemDocument } from '../errors/client-error.ts';
import { type ContractBreachDetails, ContractBreachError } from '../errors/error-classes.ts';
import { otherAnswer } from '../errors/problem.ts';
import { requestIdOf } from './refusal.ts';
import type { Answer, Reply } from './reply.ts';
import type { RequestPlan } from './request-plan.ts';

/** What the contract promises as the body of a success, in the words of an error. */
export type Promised = 'a list' | 'an object' | 'nothing' | 'XML';

/** The page that a proxy shows in the place of XML. */
const PAGE = /^<(?:!doctype\s+)?html/i;

/**
 * The body of a success, if it is what the contract promises: the one place that decides. Of a path that is not in the contract nothing is
 * promised.
 *
 * @throws {ContractBreachError}
 */
export function bodyOf(reply: Reply, plan: RequestPlan, promised: Promised | undefined): unknown {
  const { text } = reply;
  if (promised !== undefined && reply.status === 201 && !reply.headers.get('Location'))
    throw contractBreach(reply, plan, 'the header Location was expected');
  if (promised === 'XML' && isXml(text.trimStart())) return text;
  const data = promised === 'XML' ? undefined : parse(text);
  if (promised === undefined) return data ?? (text || undefined);
  if (promised === 'nothing' && (data !== undefined || text === '')) return undefined;
  if (promised === 'a list' ? Array.isArray(data) : promised === 'an object' && isObject(data)) return data;
  throw contractBreach(reply, plan, `${promised} was expected`, '');
}

/**
 * What a refusal by path holds: its problem document or, where it has none, one that tells its status, so that there always is an error.
 */
export function refusalBody({ status, text }: Answer): ProblemDocument {
  const data = parse(text);
  // Whatever object it is: its members are as untrusted as their types.
  if (isObject(data)) return data as ProblemDocument;
  return { type: 'about:blank', title: `HTTP status ${status}`, status, code: 'unknown', ...(text && { detail: text }) };
}

/** The request may have taken effect all the same, so the error carries its key. */
export function contractBreach(
  reply: Reply,
  { operation, key: idempotencyKey }: RequestPlan,
  what: string,
  pointer?: string,
): ContractBreachError {
  const { status, attempts, headers } = reply;
  const details = { operation, status, pointer, attempts, idempotencyKey, requestId: requestIdOf(headers), answer: otherAnswer(reply) };
  return breachOf(details, what);
}

/** The same for an answer that a call by name has already made its result of. */
export function breachOf(details: ContractBreachDetails, what: string): ContractBreachError {
  const message = `${details.operation}: the answer (${details.status}) is not what the contract says: ${what}.`;
  return new ContractBreachError('contract-breach', message, details);
}

/** The JSON of a text, whatever its Content-Type says; undefined if it is none. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isXml(text: string): boolean {
  return text.startsWith('<') && !PAGE.test(text);
}

const isObject = record().accepts;
