import { type OperationId, operations } from '../../generated/operations.ts';
import type { ClientContext, Execution, SeenRequest } from '../../model/client-context.ts';

export function isLogin({ operation }: SeenRequest): boolean {
  return operation === 'authenticate';
}

/** The requests of the contract's other operations. */
export function calls({ requests }: Pick<Execution, 'requests'>): readonly SeenRequest[] {
  return requests.filter(({ operation }) => operation !== undefined && operation !== 'authenticate');
}

/** Whether the client got a token, or shows one of an earlier execution. */
export function hasToken({ requests }: Execution, isIssued: (token: string) => boolean): boolean {
  return requests.some((request) => (isLogin(request) && isSuccess(request)) || (request.token !== undefined && isIssued(request.token)));
}

/** The calls that came once a login had been answered, or that carry a token of an earlier execution. */
export function laterCalls(execution: Execution, isIssued: (token: string) => boolean): readonly SeenRequest[] {
  const login = execution.requests.find((request) => isLogin(request) && isSuccess(request));
  return calls(execution).filter(
    ({ arrivedAt, token }) => (login !== undefined && arrivedAt > login.answeredAt) || (token !== undefined && isIssued(token)),
  );
}

export function isSuccess({ status }: SeenRequest): boolean {
  return status !== undefined && status >= 200 && status < 300;
}

/** The values of a header, whatever the case of its name. */
export function valuesOf({ headers }: SeenRequest, name: string): readonly string[] {
  return headers.flatMap(([other, value]) => (other.toLowerCase() === name.toLowerCase() ? [value] : []));
}

/** Judges that a request carries each of these headers once, with one of these values. */
export function judgeHeaders(
  context: ClientContext,
  execution: Execution,
  request: SeenRequest,
  expected: readonly (readonly [name: string, values: readonly string[]])[],
): void {
  for (const [name, values] of expected) {
    const sent = valuesOf(request, name);
    context.judgeExecution(execution, sent.length === 1 && values.includes(String(sent[0]).trim()), {
      message: `${request.operation} must carry the header ${name} (${execution.scenario}).`,
      expected: values.join(' or '),
      actual: sent.join(', ') || 'no such header',
    });
  }
}

/** The first request of an operation that was refused with this status, and the next one; undefined if none was refused. */
export function firstRefused(
  execution: Execution,
  operation: OperationId,
  status: number,
): { readonly refused: SeenRequest; readonly next: SeenRequest | undefined; readonly waitedMs: number } | undefined {
  const ofOperation = calls(execution).filter((request) => request.operation === operation);
  const refused = ofOperation.find((request) => request.status === status);
  if (refused === undefined) return undefined;
  const next = ofOperation.find(({ arrivedAt }) => arrivedAt > refused.arrivedAt);
  return { refused, next, waitedMs: next === undefined ? 0 : next.arrivedAt - refused.answeredAt };
}

/** Whether the values of a header are the same in both. */
export function sameHeader(one: SeenRequest, other: SeenRequest, name: string): boolean {
  return valuesOf(one, name).join() === valuesOf(other, name).join();
}

/** Whether method, address and body are the same. The headers may differ. */
export function asksTheSame(one: SeenRequest, other: SeenRequest): boolean {
  return one.method === other.method && one.path === other.path && one.body === other.body;
}

export function acceptsKey({ operation }: SeenRequest): boolean {
  return operation !== undefined && operations[operation].acceptsKey;
}
