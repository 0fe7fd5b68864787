import type { OperationId } from '../../generated/operations.ts';
import type { ProblemCode } from '../../generated/problems.ts';
import type { ClientScenario, Reaction, Script, SeenRequest } from '../../model/client-context.ts';
import { problem } from '../../scripted-service/right-answers.ts';
import { calls, isSuccess } from './requests.ts';

/** A scenario with one request that may carry a key. */
export interface KeyedScenario {
  readonly scenario: ClientScenario;
  readonly operation: OperationId;
}

export const keyedScenarios: readonly [KeyedScenario, KeyedScenario] = [
  { scenario: 'create-anagrafica', operation: 'createAnagrafica' },
  { scenario: 'update-webhook', operation: 'updateWebhook' },
];

/** The form of a refusal. The source says nothing about its body. */
export type RefusalForm = 'problem' | 'empty' | 'page';

export const refusalForms: readonly RefusalForm[] = ['problem', 'empty', 'page'];

type Refusal = Extract<Reaction, { readonly status: number }>;

/** A refusal in one of its forms. */
export function refusal(code: ProblemCode, form: RefusalForm = 'problem', headers: Readonly<Record<string, string>> = {}): Refusal {
  const { status, ...written } = problem(code, headers);
  if (form === 'problem') return { status, ...written };
  if (form === 'empty') return { status, headers };
  return { status, headers: { 'Content-Type': 'text/html', ...headers }, body: '<html><body>Refused</body></html>' };
}

/** Reacts in this way to the first requests of an operation. @param times how many of them */
export function first(operation: OperationId, what: string, reaction: Reaction, times = 1): Script {
  const matches = (request: SeenRequest): boolean => request.operation === operation;
  return {
    what: `${what} comes to the ${times === 1 ? 'first' : `first ${times}`} ${operation}`,
    react: (request, before) => (matches(request) && before.filter(matches).length < times ? reaction : undefined),
  };
}

/** Reacts in this way to every request of an operation. @param company the only company that is meant */
export function every(operation: OperationId, what: string, reaction: Reaction, company?: string): Script {
  return {
    what: `${what} comes to every ${operation}${company === undefined ? '' : ` of company ${company}`}`,
    react: (request) =>
      request.operation === operation && (company === undefined || request.companyId === company) ? reaction : undefined,
  };
}

/** Lets an accepted token expire when this operation is called with it. */
export function expiry(operation: OperationId, refuse: (earlier: number) => Reaction): Script {
  return {
    what: `the token expires before ${operation}`,
    react: (request, before) => {
      const { token } = request;
      if (token === undefined || request.operation === 'authenticate') return undefined;
      const refused = calls({ requests: before }).filter(({ status }) => status === 401);
      // One token expires. Later ones are good.
      const [expired] = refused;
      const expires = expired === undefined ? request.operation === operation && wasAccepted(token, before) : token === expired.token;
      return expires ? refuse(refused.length) : undefined;
    },
  };
}

/** Refuses every token once an accepted one is used for this operation. */
export function expiryForEver(operation: OperationId, refuse: Reaction): Script {
  const once = expiry(operation, () => refuse);
  return {
    what: `no token is accepted any more before ${operation}`,
    react: (request, before) => {
      if (request.operation === 'authenticate') return undefined;
      return before.some(({ status, operation: other }) => status === 401 && other !== 'authenticate')
        ? refuse
        : once.react(request, before);
    },
  };
}

function wasAccepted(token: string, before: readonly SeenRequest[]): boolean {
  return before.some((request) => request.token === token && isSuccess(request));
}
